import { join } from 'node:path'
import type { BunFile, Subprocess } from 'bun'
import { type Control, createControl } from '../emulator/control-client'

/** A WhatsApp in a process of its own, which ends with this one. */
export interface Simulated {
  child: Subprocess<'pipe', 'pipe'>
  control: Control
  /** What the executable's environment must say to reach it. */
  env: Record<'BALCAO_WHATSAPP_URL' | 'BALCAO_WHATSAPP_ROOT_KEY' | 'BALCAO_WHATSAPP_CA', string>
}

/** @param args further options of `emulator/serve.ts` @param stderr where its log goes */
export async function simulate(args: string[] = [], stderr: 'ignore' | BunFile = 'ignore'): Promise<Simulated> {
  const command = [process.execPath, 'emulator/serve.ts', '--with-parent', ...args]
  const child = Bun.spawn(command, { cwd: join(import.meta.dir, '..'), stdin: 'pipe', stdout: 'pipe', stderr })
  const output = child.stdout.getReader()
  const { value } = await output.read()
  const { url, rootKey, caFile, controlUrl } = JSON.parse(new TextDecoder().decode(value))
  void drain(output)
  return {
    child,
    control: createControl(controlUrl),
    env: { BALCAO_WHATSAPP_URL: url, BALCAO_WHATSAPP_ROOT_KEY: rootKey, BALCAO_WHATSAPP_CA: caFile },
  }
}

/** Or it would stand still at the next full pipe: libsignal is talkative. */
async function drain(output: { read(): Promise<{ done: boolean }> }) {
  while (!(await output.read()).done);
}
