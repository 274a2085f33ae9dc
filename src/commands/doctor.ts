import { type Config, readConfig } from '../config'
import { type Check, checks } from '../doctor/checks'
import { bad, type Finding } from '../doctor/finding'
import { reachServing } from '../doctor/server'
import { printLine, type Run } from './command'
import { failureText } from './failure-text'

const words = { ok: 'ok  ', warn: 'look', bad: 'BAD ' } as const

/** `balcao doctor [--serving]`: one line per finding with what to do; exit 1 when something is bad. */
export const run: Run = async ({ env, options }) => {
  const config = readConfig(env)
  if (options.has('--serving')) return report('serving', await reachServing(config))
  let worst = 0
  for (const [name, check] of Object.entries(checks))
    worst = Math.max(worst, report(name, await tryCheck(check, config)))
  return worst
}

/** A check that fails is a finding of its own; the other checks go on. */
async function tryCheck(check: Check, config: Config): Promise<Finding> {
  try {
    return await check(config)
  } catch (error) {
    return bad('cannot be checked', failureText(error, config.dataDir))
  }
}

function report(name: string, { level, text, remedy }: Finding): 0 | 1 {
  printLine(`${words[level]}  ${name.padEnd(10)}  ${text}`)
  if (remedy) printLine(`${' '.repeat(18)}→ ${remedy}`)
  return level === 'bad' ? 1 : 0
}
