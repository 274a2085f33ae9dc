import { AppError, type ErrorCode } from '../../shared/errors'
import { log } from '../log'
import type { Bus } from './bus'

const kinds = { call: 'call', answer: 'answer' } as const

interface Call {
  id: string
  to: string
  method: string
  args: unknown[]
}
interface Answer {
  id: string
  to: string
  result?: unknown
  error?: { code: ErrorCode; detail: Record<string, unknown> }
}
interface Waiting {
  to: string
  settle: (answer: Pick<Answer, 'result' | 'error'>) => void
}

const unreachable = { error: { code: 'ERR_WAPP_NOT_INITIALIZED', detail: {} } } as const

/**
 * Calls of methods in other processes over the bus. A call may be lost: it then fails after its time, and may have run.
 */
export class Calls {
  private readonly waiting = new Map<string, Waiting>()

  /** @param run runs a call of another process */
  constructor(
    private readonly bus: Pick<Bus, 'send' | 'node'>,
    private readonly run: (method: string, args: unknown[]) => Promise<unknown>,
  ) {}

  /**
   * Returns the answer of a method in another process. @throws AppError as the method does; ERR_WAPP_NOT_INITIALIZED when
   * the process has ended, is silent, or does not answer within `ms`
   */
  async call(to: string, method: string, args: unknown[], ms: number): Promise<unknown> {
    const id = crypto.randomUUID()
    const { promise, resolve } = Promise.withResolvers<Pick<Answer, 'result' | 'error'>>()
    this.waiting.set(id, { to, settle: resolve })
    const timer = setTimeout(() => resolve(unreachable), ms)
    this.bus.send(kinds.call, { id, to, method, args } satisfies Call)
    const { result, error } = await promise
    clearTimeout(timer)
    this.waiting.delete(id)
    if (error) throw new AppError(error.code, error.detail)
    return result ?? undefined
  }

  /** Handles an item of the bus; false for one of another kind. */
  receive(from: string, kind: string, content: unknown): boolean {
    if (kind === kinds.call) this.answer(from, content as Call)
    else if (kind === kinds.answer) this.settle(content as Answer)
    return kind in kinds
  }

  /** Fails the calls to a process that has ended or is silent. */
  leave(node: string) {
    for (const { to, settle } of this.waiting.values()) if (to === node) settle(unreachable)
  }

  private settle({ id, to, ...answer }: Answer) {
    if (to === this.bus.node) this.waiting.get(id)?.settle(answer)
  }

  private answer(from: string, { id, to, method, args }: Call) {
    if (to !== this.bus.node) return
    const send = (answer: Pick<Answer, 'result' | 'error'>) =>
      this.bus.send(kinds.answer, { id, to: from, ...answer } satisfies Answer)
    this.run(method, args).then(
      (result) => send({ result }),
      (error) => send({ error: sentError(error, method) }),
    )
  }
}

function sentError(error: unknown, method: string): NonNullable<Answer['error']> {
  if (error instanceof AppError) return { code: error.code, detail: error.detail }
  log.error({ err: error, method }, 'a call of another node failed')
  return { code: 'ERR_INTERNAL_SERVER_ERROR', detail: {} }
}
