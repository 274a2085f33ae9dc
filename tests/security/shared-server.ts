import { type Serving, serveUntilExit } from '../executable/balcao'
import { withoutWhatsApp } from './companies'

/**
 * Executables that the files of this process share. Each file signs up companies of its own there. A file needs an
 * executable of its own when it stops it, compares the whole database or its files, or reads a log of another level.
 */

const shared = new Map<string, Promise<Serving>>()
const { BALCAO_BUDGETS: _, ...usualBudgets } = withoutWhatsApp
// NODE_ENV must change nothing; a careless environment sets it.
const common = { BALCAO_LOG_LEVEL: 'warn', NODE_ENV: 'development' }

/** Executable without WhatsApp whose budgets allow what many files together ask for. */
export const openSharedServer = () => open('raised budgets', { ...withoutWhatsApp, ...common })

/** Executable without WhatsApp that has the budgets of production. */
export const openServerWithUsualBudgets = () => open('usual budgets', { ...usualBudgets, ...common })

/** The executable of this name; a new one when it has ended with an earlier file. */
async function open(name: string, env: Record<string, string>): Promise<Serving> {
  const running = await shared.get(name)?.catch(() => undefined)
  if (running?.exitReport() === null) return running
  const started = serveUntilExit(env)
  shared.set(name, started)
  return started
}
