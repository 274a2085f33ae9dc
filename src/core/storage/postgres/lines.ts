import { SQL } from 'bun'
import { isLostLine } from './failures'
import { type Answer, toParameter, toRows } from './values'

/** A statement had no answer for longer than it may take. */
export class DeadlineError extends Error {
  constructor(ms: number) {
    super(`the database did not answer within ${ms} ms`)
  }
}

/** Different texts after which a line is replaced: the server keeps a prepared statement of each text on each line. */
const maxTexts = 2000

interface Query extends Promise<Answer> {
  simple(): Promise<unknown>
  writable(): WritableStream<string>
  readable(): ReadableStream<Uint8Array>
}
interface Reserved {
  unsafe(text: string, values?: unknown[]): Query
}

/**
 * One connection to the server, kept for as long as it works. Bun's client would continue on a new connection after a
 * cut one; a reserved one never does, so that no statement of a transaction runs outside of it (docs/adr/0115).
 */
export class Line {
  /** True once the connection is lost or closed; it is never used again. */
  isLost = false
  /** Time of `performance.now()` at which the line was given back. */
  freeSince = 0
  private readonly texts = new Set<string>()

  private constructor(
    private readonly client: SQL,
    private readonly reserved: Reserved,
    private readonly deadlineMs: number,
  ) {}

  /** Connects. Each line has a client of its own: Bun's pool opens more connections than it is asked for. */
  static async connect(options: Record<string, unknown>, deadlineMs: number): Promise<Line> {
    const client = new SQL({ ...options, max: 1 } as never)
    try {
      return new Line(client, (await client.reserve()) as unknown as Reserved, deadlineMs)
    } catch (error) {
      client.close({ timeout: 0 }).catch(() => {})
      throw error
    }
  }

  /** True when the line should be replaced by a new one. */
  get isWorn(): boolean {
    return this.isLost || this.texts.size > maxTexts
  }

  /** Runs one statement, prepared at its first use on this line. */
  async run(text: string, values: readonly unknown[]): Promise<Answer> {
    this.texts.add(text)
    return this.inTime(this.reserved.unsafe(text, values.map(toParameter)))
  }

  /** Runs a statement and returns its rows with the values that SQLite returns. */
  async rows(text: string, values: readonly unknown[]): Promise<Record<string, unknown>[]> {
    return toRows(await this.run(text, values))
  }

  /** Runs texts without parameters in one trip. */
  async runSimply(text: string): Promise<void> {
    await this.inTime(this.reserved.unsafe(text).simple())
  }

  /** Runs `copy … from stdin` with rows in its text format, each with a line break at its end. */
  async copyIn(text: string, rows: string): Promise<void> {
    const writer = this.reserved.unsafe(text).writable().getWriter()
    await this.inTime(writer.write(rows).then(() => writer.close()))
  }

  /** Runs `copy … to stdout`; a chunk may end in the middle of a row. Read it to its end. */
  copyOut(text: string): ReadableStream<Uint8Array> {
    return this.reserved.unsafe(text).readable()
  }

  /** Commits. @throws Error when the server rolled back instead: it answers a failed transaction's commit with success */
  async commit() {
    const { command } = await this.run('commit', [])
    if (command !== 'COMMIT') throw new Error(`the server answered the commit with ${command}`)
  }

  /** Closes the connection at once; a statement under way fails. */
  drop(): Promise<void> {
    this.isLost = true
    return this.client.close({ timeout: 0 }).catch(() => {})
  }

  /** Awaits the answer to a statement; past the deadline the line is dropped, which fails the statement. */
  private async inTime<R>(answer: Promise<R>): Promise<R> {
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      void this.drop()
    }, this.deadlineMs)
    try {
      return await answer
    } catch (error) {
      if (isLostLine(error) && !this.isLost) void this.drop()
      throw isLate ? new DeadlineError(this.deadlineMs) : error
    } finally {
      clearTimeout(timer)
    }
  }
}

/** Number of connections, and times in ms: unused until it is closed, and without an answer to a statement. */
interface LineLimits {
  max: number
  idleMs: number
  deadlineMs: number
}

/** A fixed number of connections. Each is used by one unit or one read at a time; further ones wait in order. */
export class Lines {
  private readonly free: Line[] = []
  private readonly waiting: ((line: Line | null) => void)[] = []
  private open = 0
  private idleTimer: ReturnType<typeof setTimeout> | undefined
  private isClosed = false

  constructor(
    private readonly options: Record<string, unknown>,
    private readonly limits: LineLimits,
  ) {}

  /** Runs the work with a line of its own. */
  async use<R>(work: (line: Line) => Promise<R>): Promise<R> {
    const line = await this.take()
    try {
      return await work(line)
    } finally {
      this.giveBack(line)
    }
  }

  async close() {
    this.isClosed = true
    clearTimeout(this.idleTimer)
    await Promise.all(this.free.splice(0).map((line) => line.drop()))
  }

  /** A free line, a new one while there are fewer than `max`, else the next that is given back. */
  private async take(): Promise<Line> {
    const free = this.free.pop()
    if (free) return free
    if (this.open < this.limits.max) return this.connect()
    return (await new Promise<Line | null>((resolve) => this.waiting.push(resolve))) ?? this.connect()
  }

  private async connect(): Promise<Line> {
    if (this.isClosed) throw new Error('the database is closed')
    this.open++
    try {
      return await Line.connect(this.options, this.limits.deadlineMs)
    } catch (error) {
      this.letNextConnect()
      throw error
    }
  }

  private giveBack(line: Line) {
    if (!line.isWorn && !this.isClosed) {
      const next = this.waiting.shift()
      if (next) next(line)
      else this.keep(line)
      return
    }
    if (line.isLost) this.dropFree()
    else void line.drop()
    this.letNextConnect()
  }

  /** Keeps a free line for the next use; closes those that were not used for `idleMs`. */
  private keep(line: Line) {
    line.freeSince = performance.now()
    this.free.push(line)
    this.idleTimer ??= setTimeout(() => this.dropIdle(), this.limits.idleMs)
    this.idleTimer.unref()
  }

  /** Closes all free lines: what ended one, such as a restart of the server, may have ended them too. */
  private dropFree() {
    for (const line of this.free.splice(0)) {
      void line.drop()
      this.open--
    }
  }

  private dropIdle() {
    this.idleTimer = undefined
    const since = performance.now() - this.limits.idleMs
    while (this.free[0] && this.free[0].freeSince <= since) {
      void this.free.shift()?.drop()
      this.open--
    }
    if (this.free.length === 0) return
    this.idleTimer = setTimeout(() => this.dropIdle(), this.limits.idleMs)
    this.idleTimer.unref()
  }

  private letNextConnect() {
    this.open--
    this.waiting.shift()?.(null)
  }
}
