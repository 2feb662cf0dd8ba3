/** Wakes the loop when something has changed. */
export class Bell {
  private wake: (() => void) | null = null;

  ring(): void {
    this.wake?.();
  }

  async wait(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.wake = null;
  }
}
