import { AppError } from '../../shared/errors'
import {
  type FromParser,
  ParseFailure,
  type ParseFailureReason,
  type ParserLimits,
  type ParserSource,
  sizeOf,
  type ToParser,
} from './contract'

/** Period of `watch`, in ms. */
export const watchMs = 50
/** A worker may take this long, in ms, to start and to import a parser. */
const loadMs = 20_000

export interface ThreadTask extends ToParser {
  input: ParserSource
  limits: ParserLimits
}

interface Running {
  task: ThreadTask
  settle: PromiseWithResolvers<unknown>
  /** Calls of `watch` that may still come before the task has overrun. */
  watchesLeft: number
  /** Bytes of memory of the process at the beginning. */
  rss: number
}

/**
 * One worker, one task at a time. The worker starts with the first task, stays for the next one, and is ended when a
 * task overruns: `terminate()` stops JavaScript in the middle of a loop and frees the worker's memory.
 */
export class ParserThread {
  private worker: Worker | undefined
  private running: Running | undefined

  constructor(private readonly address: URL) {}

  get isIdle() {
    return this.running === undefined
  }

  /** @throws ParseFailure, or the AppError that the parser threw */
  run(task: ThreadTask): Promise<unknown> {
    const settle = Promise.withResolvers<unknown>()
    const rss = process.memoryUsage.rss()
    this.running = { task, settle, watchesLeft: loadMs / watchMs, rss }
    this.worker ??= this.start()
    const { name, input } = task
    this.worker.postMessage({ name, input } satisfies ToParser)
    return settle.promise
  }

  /**
   * To be called every `watchMs`; ends a task that takes too long. Time is counted in calls: on a machine too busy to
   * make them, the parser waits for the processor as well and keeps its share.
   */
  watch() {
    const { running } = this
    if (running && --running.watchesLeft < 0) this.fail('time')
  }

  /**
   * Bytes by which the process has outgrown the task's memory limit, `rss` being its size now; 0 within the limit. The
   * size of the whole process, because a worker that is in a loop cannot report its own.
   */
  excess(rss: number): number {
    return this.running ? Math.max(0, rss - this.running.rss - this.running.task.limits.memory) : 0
  }

  /** Ends the worker, and the task with this error. */
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
        running.watchesLeft = watchesFor(running.task)
        return
      case 'output':
        return this.finish((settle) => settle.resolve(message.output))
      case 'refused':
        return this.finish((settle) => settle.reject(new AppError(message.code, message.detail)))
      case 'failed':
        return this.finish((settle) => settle.reject(new ParseFailure('error', message.message)))
    }
  }

  private finish(tell: (settle: PromiseWithResolvers<unknown>) => void) {
    const { running } = this
    this.running = undefined
    if (running) tell(running.settle)
  }
}

function watchesFor({ limits: { ms, msPerMebibyte = 0 }, input }: ThreadTask): number {
  return Math.ceil((ms + (msPerMebibyte * sizeOf(input)) / 2 ** 20) / watchMs)
}
