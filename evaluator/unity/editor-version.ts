const FIRST_YEAR = 2018;
const UNITY_6 = 6000;

/**
 * Why an editor cannot be used, or null. Unity 6 calls itself 6000.x and cannot be activated with a
 * licence file, which is the only way that works without a network.
 */
export function unsupportedEditor(bucket: string): string | null {
  const year = Number(/^(\d{4})\.\d+\.\d+[abfp]\d+$/.exec(bucket)?.[1] ?? Number.NaN);
  if (Number.isNaN(year)) return `"${bucket}" is not a Unity editor version such as 2019.4.36f1.`;
  if (year >= UNITY_6) return `Unity ${bucket} cannot be activated with a licence file (.ulf).`;
  return year < FIRST_YEAR ? `Unity ${bucket} is older than ${FIRST_YEAR} and has not been tried.` : null;
}
