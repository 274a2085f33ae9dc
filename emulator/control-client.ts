import type { ControlApi, ControlName, FaultName } from './control/control-api'
import type { Faults } from './faults'

/** Error answer of the control API: 404 unknown phone or message, 408 timeout of a wait, 400 otherwise. */
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

/** Client of every `ControlApi` call; `fault` and `media` have their own signatures. */
export type Control = { [K in Exclude<ControlName, 'fault'>]: Call<K> } & {
  /** Calls a method of `Faults`: `fault('ackError', 463, 1)`. */
  fault<N extends FaultName>(name: N, ...args: Parameters<Faults[N]>): Promise<object>
  /** Bytes of the file at a `WireMedia.url`. */
  media(url: string): Promise<Buffer>
}

/** Client of an emulator in another process. @param controlUrl as `emulator/serve.ts` prints it. */
export function createControl(controlUrl: string): Control {
  const base = controlUrl.replace(/\/+$/, '')
  const ownCalls = {
    fault: (name: FaultName, ...args: unknown[]) => post(base, 'fault', { name, args }),
    media: async (url: string) => Buffer.from(await (await assertOk(await fetch(`${base}${url}`))).arrayBuffer()),
  }
  return new Proxy(ownCalls, {
    get: (target, name: string) =>
      name in target ? target[name as keyof typeof ownCalls] : (input: object = {}) => post(base, name, input),
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
