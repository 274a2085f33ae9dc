import { cpus } from 'node:os'

/**
 * Starts to measure and returns a function for the share of all cores' time that programs have used since, in percent;
 * programs that do not belong to the run count, too.
 */
export function measureCores(): () => number {
  const start = readCores()
  return () => {
    const now = readCores()
    return Math.round((100 * (now.used - start.used)) / Math.max(now.all - start.all, 1))
  }
}

/** Time of all cores since the start of the machine, in ms. */
function readCores() {
  const times = cpus().map(({ times }) => times)
  const sum = (key: keyof (typeof times)[number]) => times.reduce((total, core) => total + core[key], 0)
  const used = sum('user') + sum('nice') + sum('sys') + sum('irq')
  return { used, all: used + sum('idle') }
}
