/** Runs once when the site starts. */
export async function register(): Promise<void> {
  // biome-ignore lint/style/noProcessEnv: replaced by a constant when the site is built, not configuration
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { allowLongUploads } = await import("@/lib/services/portal/request-time");
  allowLongUploads();
}
