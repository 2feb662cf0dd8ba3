/** Ends a worker: it cannot work on, for a reason of this machine that is told in one message. */
export class WorkerFault extends Error {
  constructor(
    message: string,
    readonly mend: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
