import type { ControlApi, ControlName, FaultName } from './control/control-api'
import type { Faults } from './faults'

/** The control API refused; 404 for an unknown phone or message, 408 when a wait was not met, else 400. */
export class ControlError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message)
  }
}

type Call<K extends ControlName> = (
  ...input: object extends Parameters<ControlApi[K]>[0]
    ? [Parameters<ControlApi[K]>[0]?]
    : [Parameters<ControlApi[K]>[0]]
) => Promise<ReturnType<ControlApi[K]>>

/** Every call of `ControlApi`, and the two whose form differs. */
export type Control = { [K in Exclude<ControlName, 'fault'>]: Call<K> } & {
  /** A method of `Faults` with its arguments: `fault('ackError', 463, 1)`. */
  fault<N extends FaultName>(name: N, ...args: Parameters<Faults[N]>): Promise<object>
  /** The bytes of a `WireMedia.url`. */
  media(url: string): Promise<Buffer>
}

/** Drives an emulator in another process. @param controlUrl as `emulator/serve.ts` prints it. */
export function createControl(controlUrl: string): Control {
  const base = controlUrl.replace(/\/+$/, '')
  const own = {
    fault: (name: FaultName, ...args: unknown[]) => post(base, 'fault', { name, args }),
    media: async (url: string) => Buffer.from(await (await assertOk(await fetch(`${base}${url}`))).arrayBuffer()),
  }
  return new Proxy(own, {
    get: (target, name: string) =>
      name in target ? target[name as keyof typeof own] : (input: object = {}) => post(base, name, input),
  }) as unknown as Control
}

async function post(base: string, name: string, input: object): Promise<unknown> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${base}/control/${name}`, { method: 'POST', headers, body: JSON.stringify(input) })
  return (await assertOk(answer)).json()
}

async function assertOk(answer: Response): Promise<Response> {
  if (answer.ok) return answer
  const text = await answer.text()
  const { error = text } = text.startsWith('{') ? (JSON.parse(text) as { error?: string }) : {}
  throw new ControlError(answer.status, error)
}
