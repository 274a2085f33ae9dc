import { AppError } from '../../shared/errors'
import { buffersToMove } from './buffers-to-move'
import {
  type FromParser,
  ParseFailure,
  type ParseFailureReason,
  type ParserLimits,
  type ParserSource,
  type ToParser,
} from './contract'
import { MemoryUse } from './memory-use'
import { TimeLeft } from './time-left'

/** Time limit for the start of a worker and the import of a parser, in ms. */
const loadMs = 20_000

export interface ThreadTask extends ToParser {
  input: ParserSource
  /** Bytes of the input, which the main thread cannot read any more once its buffer is in the worker. */
  size: number
  limits: ParserLimits
}

interface Running {
  task: ThreadTask
  settle: PromiseWithResolvers<unknown>
  timeLeft: TimeLeft
  /** Undefined while the parser is loaded, which no input can influence. */
  memory?: MemoryUse
}

/**
 * One worker, one task at a time. The worker starts with the first task and is reused for the next ones. A task beyond
 * its limits ends the worker: `terminate()` stops JavaScript in the middle of a loop and frees the worker's memory.
 */
export class ParserThread {
  private worker: Worker | undefined
  private running: Running | undefined

  constructor(private readonly address: URL) {}

  get isIdle() {
    return this.running === undefined
  }

  /** Returns the parser's output. @throws ParseFailure, or the AppError that the parser threw */
  run(task: ThreadTask): Promise<unknown> {
    const settle = Promise.withResolvers<unknown>()
    this.running = { task, settle, timeLeft: new TimeLeft(loadMs, null) }
    this.worker ??= this.start()
    const { name, input } = task
    this.worker.postMessage({ name, input } satisfies ToParser, buffersToMove(input))
    return settle.promise
  }

  /** Ends a task that takes too long. The pool calls it every `watchMs`. */
  watch() {
    if (this.running?.timeLeft.isOver()) this.fail('time')
  }

  /** Memory limit of the task, in bytes; 0 without a task. */
  get memoryLimit(): number {
    return this.running?.task.limits.memory ?? 0
  }

  /** Bytes that a task beyond its memory limit used; 0 within the limit. */
  excess(rss: number, limitsOfRunning: number): number {
    const { memory } = this.running ?? {}
    return memory?.isExceeded(rss, limitsOfRunning) ? Math.max(1, memory.ownBytes(rss)) : 0
  }

  /** Ends the worker; its task fails with this error. */
  end(error: Error) {
    this.worker?.terminate()
    this.worker = undefined
    this.finish((settle) => settle.reject(error))
  }

  fail(reason: ParseFailureReason, message?: string) {
    this.end(new ParseFailure(reason, message))
  }

  private start(): Worker {
    const worker = new Worker(this.address, { ref: false })
    const isCurrent = () => this.worker === worker
    worker.onmessage = ({ data }: MessageEvent<FromParser>) => isCurrent() && this.receive(data)
    worker.onerror = ({ message }) => isCurrent() && this.fail('crash', message)
    worker.addEventListener('close', () => isCurrent() && this.fail('crash', 'the worker closed'))
    return worker
  }

  private receive(message: FromParser) {
    const { running } = this
    if (!running) return
    switch (message.type) {
      case 'started':
        running.timeLeft = new TimeLeft(limitOf(running.task), message.thread)
        running.memory = new MemoryUse(message.thread, running.task.limits.memory)
        return
      case 'output':
        return this.finish((settle) => settle.resolve(message.output))
      case 'refused':
        return this.finish((settle) => settle.reject(new AppError(message.code, message.detail)))
      case 'failed':
        return this.finish((settle) => settle.reject(new ParseFailure('error', message.message)))
    }
  }

  private finish(resolveOrReject: (settle: PromiseWithResolvers<unknown>) => void) {
    const { running } = this
    this.running = undefined
    if (running) resolveOrReject(running.settle)
  }
}

const limitOf = ({ limits: { ms, msPerMebibyte = 0 }, size }: ThreadTask) => ms + (msPerMebibyte * size) / 2 ** 20
