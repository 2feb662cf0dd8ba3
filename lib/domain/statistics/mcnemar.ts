/**
 * Two-sided p of the exact McNemar test: of the instances that exactly one of two systems solved, how often
 * chance (a fair coin for each) would divide them at least this unevenly. 1 where no instance differs.
 * McNemar 1947, Psychometrika 12; in its exact form the binomial sign test on the discordant pairs.
 */
export function exactMcNemarP(onlyFirst: number, onlySecond: number): number {
  const discordant = onlyFirst + onlySecond;
  if (discordant === 0) return 1;
  let logTerm = discordant * Math.log(0.5);
  let tail = 0;
  for (let i = 0; i <= Math.min(onlyFirst, onlySecond); i += 1) {
    tail += Math.exp(logTerm);
    logTerm += Math.log((discordant - i) / (i + 1));
  }
  return Math.min(1, 2 * tail);
}

/**
 * Cohen's g, the effect size that goes with it: how far the first system's share of the instances that only
 * one solved is from a half, from −0.5 to 0.5; positive where the first system is ahead. Cohen calls 0.05
 * small, 0.15 medium and 0.25 large (1988, chapter 5). null where no instance differs.
 */
export function cohensG(onlyFirst: number, onlySecond: number): number | null {
  const discordant = onlyFirst + onlySecond;
  return discordant === 0 ? null : onlyFirst / discordant - 0.5;
}
