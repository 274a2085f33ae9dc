import { join } from 'node:path'
import type { BunFile, Subprocess } from 'bun'
import { type Control, createControl } from '../emulator/control-client'

/** Emulator of WhatsApp in a child process that ends with this process. */
export interface SimulatedWhatsApp {
  child: Subprocess<'pipe', 'pipe'>
  control: Control
  /** Address of the page with the customers' phones. */
  pageUrl: string
  /** Environment variables with which the executable connects to it. */
  env: Record<'BALCAO_WHATSAPP_URL' | 'BALCAO_WHATSAPP_ROOT_KEY' | 'BALCAO_WHATSAPP_CA', string>
}

/** @param args further options of `emulator/serve.ts` @param stderr destination of its log */
export async function startSimulatedWhatsApp(
  args: string[] = [],
  stderr: 'ignore' | BunFile = 'ignore',
): Promise<SimulatedWhatsApp> {
  const command = [process.execPath, 'emulator/serve.ts', '--with-parent', ...args]
  const child = Bun.spawn(command, { cwd: join(import.meta.dir, '..'), stdin: 'pipe', stdout: 'pipe', stderr })
  const output = child.stdout.getReader()
  const { value } = await output.read()
  const { url, rootKey, caFile, controlUrl } = JSON.parse(new TextDecoder().decode(value))
  void discardOutput(output)
  return {
    child,
    control: createControl(controlUrl),
    pageUrl: controlUrl,
    env: { BALCAO_WHATSAPP_URL: url, BALCAO_WHATSAPP_ROOT_KEY: rootKey, BALCAO_WHATSAPP_CA: caFile },
  }
}

/** Reads and drops the output: libsignal logs so much that a full pipe would block the process. */
async function discardOutput(output: { read(): Promise<{ done: boolean }> }) {
  while (!(await output.read()).done);
}
