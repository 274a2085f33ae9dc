import { join } from 'node:path'
import type { Attack, Target } from './requests'

/** A server under attack. */
export interface Server {
  pid: number
  target: Target
}

/**
 * Starts the targets of the controls, each in a process of its own: the same attack on a target without the product's
 * work shows the part of the load generator and of the shared cores.
 */
export async function startControls(productUrl: string) {
  const [recorded, bare] = await Promise.all([start('recorded-answers.ts', productUrl), start('bare-target.ts')])
  const record = async (target: Target, { run, end }: Attack) => {
    await fetch(`${recorded.url}/record`, { method: 'POST' })
    await run({ ...target, url: recorded.url })
    await fetch(`${recorded.url}/replay`, { method: 'POST' })
    await end?.(target)
  }
  return {
    /** Returns the server of an attack's control. A repeated attack runs once on the product, which is recorded. */
    async serverOf(attack: Attack, target: Target): Promise<Server> {
      if (attack.control !== 'bare') await record(target, attack)
      const { url, child } = attack.control === 'bare' ? bare : recorded
      return { pid: child.pid, target: { ...target, url } }
    },
    stop() {
      recorded.child.kill()
      bare.child.kill()
    },
  }
}

async function start(file: string, ...args: string[]) {
  const script = join(import.meta.dir, '..', 'beside', file)
  const child = Bun.spawn([process.execPath, script, ...args], { stdout: 'pipe' })
  const { value } = await child.stdout.pipeThrough(new TextDecoderStream()).getReader().read()
  const url = value?.trim()
  if (!url) throw new Error(`${file} ended`)
  return { url, child }
}
