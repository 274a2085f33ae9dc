import { AppError } from '../../shared/errors'
import { log } from '../log'
import { workMarks } from '../process/work-marks'
import type { CompanyId } from '../storage/schema'
import type { Parsers } from './contract'
import { ParseFailure, type ParserLimits, type ParserName, type ParserSource, sizeOf } from './contract'
import { ParserThread, type ThreadTask } from './thread'
import { watchMs } from './time-left'

const threads = 4
/** Threads that tasks of one company may hold at once. */
const threadsPerCompany = 2
/** Limits of the queue: number of tasks, and bytes of their inputs in memory. */
const maxWaiting = { tasks: 1000, bytes: 64 * 2 ** 20 }
const maxWaitingPerCompany = { tasks: 100, bytes: 16 * 2 ** 20 }
/** Seconds sent with ERR_RATE_LIMIT, after which a refused caller may try again. */
const retryAfter = 3
/**
 * Number of watches that skip the memory check after a task was ended for its memory, so that the memory can be freed.
 */
const memoryGrace = 10
/** Time without a running task after which the pool ends its workers, in ms. */
const idleMs = 60_000

interface Task extends ThreadTask {
  companyId: CompanyId
  settle: PromiseWithResolvers<unknown>
}

/**
 * Parses untrusted files in workers (ADR 0030). Limits threads, time, memory and waiting tasks. Companies take turns,
 * and each has a limit of threads.
 */
export class ParserPool {
  private readonly threads: ParserThread[]
  /** Waiting tasks by company, in the order of the companies' turns. */
  private readonly queues = new Map<CompanyId, Task[]>()
  private readonly running = new Set<Task>()
  private watching: ReturnType<typeof setInterval> | undefined
  private idle: ReturnType<typeof setTimeout> | undefined
  private stopped = false
  private memoryGrace = 0
  /** Number of workers that crashed or were ended at a limit since the start of the process; for metrics. */
  ended = 0

  constructor(
    worker: URL,
    private readonly limits: Record<ParserName, ParserLimits>,
  ) {
    this.threads = Array.from({ length: threads }, () => new ParserThread(worker))
  }

  /** Number of tasks that wait for a thread. */
  get waiting(): number {
    return this.tasksWaiting().length
  }

  /**
   * Returns the parser's output.
   * @throws ParseFailure; ERR_RATE_LIMIT when the queue is full; ERR_NOT_READY while the server stops; the parser's
   * AppError
   */
  async run<N extends ParserName>(
    companyId: CompanyId,
    name: N,
    input: Parsers[N]['input'],
  ): Promise<Parsers[N]['output']> {
    if (this.stopped) throw new AppError('ERR_NOT_READY')
    const settle = Promise.withResolvers<unknown>()
    this.add({ companyId, name, input, size: sizeOf(input), limits: this.limits[name], settle })
    return (await workMarks.whileAway(settle.promise)) as Parsers[N]['output']
  }

  /** Ends all workers; unfinished tasks fail with ERR_NOT_READY. */
  stop() {
    this.stopped = true
    clearTimeout(this.idle)
    const refusal = new AppError('ERR_NOT_READY')
    for (const { settle } of this.tasksWaiting()) settle.reject(refusal)
    this.queues.clear()
    for (const thread of this.threads) thread.end(refusal)
  }

  private add(task: Task) {
    const queue = this.queues.get(task.companyId) ?? []
    refuseBeyond(maxWaitingPerCompany, queue, task)
    refuseBeyond(maxWaiting, this.tasksWaiting(), task)
    this.queues.set(task.companyId, [...queue, task])
    this.startTasks()
  }

  private tasksWaiting = () => [...this.queues.values()].flat()

  private startTasks() {
    for (const thread of this.threads.filter(({ isIdle }) => isIdle)) {
      const task = this.takeNext()
      if (!task) return
      this.running.add(task)
      void this.runIn(thread, task)
    }
  }

  /**
   * Takes the next task with a free place, companies in turn; the company of the task moves to the end of the order.
   */
  private takeNext(): Task | undefined {
    for (const [companyId, queue] of this.queues) {
      const task = queue.find((task) => this.hasPlace(task))
      if (!task) continue
      this.queues.delete(companyId)
      if (queue.length > 1)
        this.queues.set(
          companyId,
          queue.filter((other) => other !== task),
        )
      return task
    }
  }

  private hasPlace({ companyId, name, limits }: Task): boolean {
    const ofCompany = [...this.running].filter((task) => task.companyId === companyId)
    const ofName = (tasks: Iterable<Task>) => [...tasks].filter((task) => task.name === name).length
    return (
      ofCompany.length < threadsPerCompany &&
      ofName(ofCompany) < limits.placesPerCompany &&
      ofName(this.running) < limits.places
    )
  }

  private async runIn(thread: ParserThread, task: Task) {
    this.watching ??= setInterval(() => this.watch(), watchMs)
    clearTimeout(this.idle)
    try {
      task.settle.resolve(await thread.run(task))
    } catch (error) {
      this.report(task, error)
      task.settle.reject(error)
    }
    this.running.delete(task)
    this.startTasks()
    if (this.running.size === 0) this.scheduleIdleEnd()
  }

  private watch() {
    for (const thread of this.threads) thread.watch()
    if (this.memoryGrace-- <= 0) this.watchMemory()
  }

  /** Ends the largest task beyond its memory limit. The others are checked again after `memoryGrace` watches. */
  private watchMemory() {
    const rss = process.memoryUsage.rss()
    const limits = this.threads.reduce((sum, { memoryLimit }) => sum + memoryLimit, 0)
    const excesses = this.threads.map((thread) => thread.excess(rss, limits))
    const most = Math.max(...excesses)
    if (most === 0) return
    this.threads[excesses.indexOf(most)]?.fail('memory')
    this.memoryGrace = memoryGrace
  }

  private report({ name, companyId, size }: Task, error: unknown) {
    if (!(error instanceof ParseFailure) || error.reason === 'error') return
    this.ended++
    const { reason, message } = error
    log.warn({ parser: name, companyId, size, reason, message }, 'a parser was ended')
  }

  private scheduleIdleEnd() {
    clearInterval(this.watching)
    this.watching = undefined
    if (this.stopped) return
    this.idle = setTimeout(() => this.endWorkers(), idleMs)
    this.idle.unref()
  }

  private endWorkers() {
    for (const thread of this.threads) thread.end(new AppError('ERR_NOT_READY'))
  }
}

/** @throws ERR_RATE_LIMIT when the next task does not fit into the limits of the queue */
function refuseBeyond(max: { tasks: number; bytes: number }, waiting: Task[], next: Task) {
  const held = [...waiting, next].reduce((sum, { input }) => sum + bytesHeld(input), 0)
  if (waiting.length >= max.tasks || held > max.bytes) throw new AppError('ERR_RATE_LIMIT', { retryAfter })
}

const bytesHeld = (input: ParserSource) => ('bytes' in input ? input.bytes.byteLength : 0)
