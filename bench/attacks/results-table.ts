import { round } from '../figures'
import type { Beside } from './measure-beside'

const head = `| attack | p99 beside it ÷ alone | control | p99 beside it, control | slowest request, above the slowest alone | main thread per request, control |
| --- | --- | --- | --- | --- | --- |`

/** The table of bench/RESULTS.md: one line for each attack. */
export const resultsTable = (all: Beside[]): string => [head, ...all.map(line)].join('\n')

function line({ attack, ratio, control, p99, controlP99, slower, mainThread, controlThread }: Beside): string {
  const figures = [
    `${round(ratio)} ×`,
    `${round(control)} ×`,
    `${round(p99)}, ${round(controlP99)} ms`,
    `${round(slower)} ms`,
    `${round(mainThread)}, ${round(controlThread)} ms`,
  ]
  return `| ${attack.role}: ${attack.name} | ${figures.join(' | ')} |`
}
