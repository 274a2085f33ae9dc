import { round } from '../figures'
import type { Beside } from './measure-beside'
import { physicalReason } from './reasons'
import type { Attack } from './requests'

/** Ratio up to which another company may wait. */
const bar = 1.5

const head = `| attack | p99 beside it ÷ alone | control | p99 beside it, control | slowest request, above the slowest alone | main thread per request, control | reason above 1.5 |
| --- | --- | --- | --- | --- | --- | --- |`

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
  return `| ${attack.role}: ${attack.name} | ${figures.join(' | ')} | ${reasonOf(attack, ratio, control)} |`
}

/** Text of the last column: the shared cores where the control explains the ratio, else the attack's own reason. */
function reasonOf({ name }: Attack, ratio: number, control: number): string {
  if (ratio <= bar) return ''
  return ratio / control <= bar ? 'two shared cores: see the control' : (physicalReason(name) ?? '**none**')
}
