import { AsyncLocalStorage } from 'node:async_hooks'

/** Kinds of work by their number in the shared memory; `other` is everything that does not run again after a restart. */
export const workKinds = ['other', 'job', 'message', 'task'] as const
export type WorkKind = (typeof workKinds)[number]

/** Marks that are kept at once; further ones are only counted. */
export const maxMarks = 256
/** Numbers of one mark: kind, group and id. */
export const markFields = 3
/** Kind of a mark whose work waits by now. */
const leftKind = -1
/** Offsets in bytes: two 32-bit counters (beats, marks), the id of the suspect, the marks. */
export const memoryLayout = { counters: 0, suspect: 8, marks: 16, bytes: 16 + maxMarks * markFields * 8 }

/** A place among the marks, and the pass of the event loop in which it was taken. */
class Place {
  pass = -1
  at = 0
}

/** A piece of work on the main thread that runs again after a restart. */
export class Work extends Place {
  hasEnded = false
  /** True once the work has waited for something outside of this thread, or has ended. */
  hasLeft = false
  /** Called when `hasLeft` becomes true. */
  onLeave = () => {}

  /**
   * @param id id of a job, hash of a message's id, or hash of a task's name
   * @param group connection of a message; 0 for others
   */
  constructor(
    readonly kind: Exclude<WorkKind, 'other'>,
    public id: number,
    readonly group = 0,
  ) {
    super()
  }
}

/**
 * Marks, in memory that another thread reads (stall-watch-worker.ts), the work whose code may run now. Work is marked
 * when its code begins or goes on, and unmarked when it waits for the database, the network or another thread. When the
 * event loop calls code anew, all marks end: promises that could go on have gone on before. A mark is a few writes to
 * memory; nothing here waits (ADR 0096).
 */
export class WorkMarks {
  readonly memory = new SharedArrayBuffer(memoryLayout.bytes)
  private readonly counters = new Int32Array(this.memory, memoryLayout.counters, 2)
  private readonly suspect = new Float64Array(this.memory, memoryLayout.suspect, 1)
  private readonly marks = new Float64Array(this.memory, memoryLayout.marks)
  private readonly context = new AsyncLocalStorage<Work>()
  private readonly other = new Place()
  private pass = 0
  private count = 0
  private willEnd = false

  /** Work whose code runs now; undefined for other work. */
  get current(): Work | undefined {
    const work = this.context.getStore()
    return work?.hasEnded ? undefined : work
  }

  /** Tells the watching thread that the event loop runs. */
  beat() {
    Atomics.add(this.counters, 0, 1)
  }

  /** Id of the job that runs alone, because it may have stopped the process; 0 for none. */
  setSuspect(jobId: number) {
    this.suspect[0] = jobId
  }

  /** Runs a piece of work to its end. */
  async during<R>(work: Work, run: () => Promise<R>): Promise<R> {
    this.mark(work)
    try {
      return await this.context.run(work, run)
    } finally {
      work.hasEnded = true
      this.leave(work)
    }
  }

  /** Runs a part of a piece of work, whose writes may follow later. */
  async part<R>(work: Work, run: () => Promise<R>): Promise<R> {
    this.mark(work)
    try {
      return await this.context.run(work, run)
    } finally {
      this.leave(work)
    }
  }

  /** Marks the work and begins a part of it. */
  enter<R>(work: Work, run: () => R): R {
    this.mark(work)
    return this.context.run(work, run)
  }

  /** Names the message that the current work, a batch of a connection, stores from now on. */
  markMessage(waId: string) {
    const work = this.current
    if (work?.kind !== 'message') return
    work.id = numberOf(waId)
    this.mark(work)
  }

  /** Runs code that is no part of the current work, such as a claim of further jobs. */
  without<R>(run: () => R): R {
    return this.context.exit(run)
  }

  /** Awaits something outside of this thread for the current work, such as an answer of the network. */
  async whileAway<R>(waiting: Promise<R>): Promise<R> {
    const work = this.current
    this.leave(work)
    try {
      return await waiting
    } finally {
      this.mark(work)
    }
  }

  /** Call where the event loop calls code that may run long: what was marked before does not run now. */
  beginPass() {
    this.pass++
    this.count = 0
    Atomics.store(this.counters, 1, 0)
  }

  /** Marks work whose code begins or goes on. */
  mark(work: Work | undefined) {
    if (!work || work.hasEnded) return this.write(this.other, 0, 0, 0)
    if (!this.willEnd) this.endLater()
    this.write(work, workKinds.indexOf(work.kind), work.group, work.id)
  }

  /** Removes the mark of work that waits from now on. */
  leave(work: Work | undefined) {
    const { pass, at } = work ?? this.other
    if (pass === this.pass && at < maxMarks) this.marks[at * markFields] = leftKind
    if (!work || work.hasLeft) return
    work.hasLeft = true
    work.onLeave()
  }

  private write(place: Place, kind: number, group: number, id: number) {
    if (place.pass !== this.pass) {
      place.pass = this.pass
      place.at = this.count++
    }
    const at = place.at * markFields
    if (place.at < maxMarks) {
      this.marks[at + 1] = group
      this.marks[at + 2] = id
      this.marks[at] = kind
    }
    Atomics.store(this.counters, 1, this.count)
  }

  /** Ends the marks with the turn of the event loop. */
  private endLater() {
    this.willEnd = true
    setImmediate(() => {
      this.willEnd = false
      this.beginPass()
    })
  }
}

/** Marks of the process. */
export const workMarks = new WorkMarks()

/** A number of 53 bits for a text, the same in every version: ids of messages and names of tasks in the shared memory. */
export const numberOf = (text: string): number => Number(BigInt.asUintN(53, Bun.hash.xxHash64(text)))
