import { AppError } from '../../../shared/errors'
import type { ArchiveThread } from '../../backup/archive-thread'
import { BoundedCache } from '../../bounded-cache'
import { log } from '../../log'
import { workMarks } from '../../process/work-marks'
import type { Handle, SideReader, Store } from '../db'
import type { Engine } from '../engine'
import type { CompanyId } from '../schema'
import { postgresEngine } from './engine'
import { isLostLine } from './failures'
import { PostgresHandle } from './handle'
import { DeadlineError, Line, Lines } from './lines'
import { ReadLimits } from './row-security'
import { SchemaFacts } from './schema-facts'
import { SideLines, sideLines } from './side-lines'
import { Units, unitDeadlineMs } from './units'

/** Connections of one process: for units, and for reads outside of them. */
const maxUnitLines = 8
const maxReadLines = 6
/** Attempts at a read whose line is lost. */
const maxReads = 3
/** Readers of companies that are kept. */
const maxReaders = 1000
/** Longest time of a read in ms. */
const readDeadlineMs = 60_000
/** Time in ms for the server's own answer that a statement took too long; then the line counts as silent. */
const usualAnswerMs = 5000
/**
 * Longest time in ms of one statement of a migration: an index over a large table, or the wait for another process that
 * migrates.
 */
const migrationDeadlineMs = 3_600_000
/**
 * Longest time in ms of a unit between two statements, in which it awaits nothing else. A process that stands still within
 * one delays the other processes' units of the company for that time, and holds leases (lease-rows.ts), which is why the
 * time is below that of a lease.
 */
const idleUnitMs = 10_000
/** The same of a snapshot, which locks nothing: a backup or an export is written to a slow reader meanwhile. */
const idleSnapshotMs = 600_000

/** Database on a PostgreSQL server. */
export class PostgresStore implements Store {
  readonly read: Handle
  readonly sideReader: SideReader
  readonly archives: ArchiveThread | null = null
  readonly flushFailed = false
  readonly engine: Engine
  private readonly schema = new SchemaFacts()
  private readonly unitLines: Lines
  private readonly readLines: Lines
  private readonly sideLines: Lines
  private readonly units: Units
  private readonly readLimits = new ReadLimits()
  private readonly readers = new BoundedCache<CompanyId, Handle>(maxReaders)
  /** True when units and reads of a company run in the role of companies. */
  readonly hasRowSecurity: boolean

  /**
   * @param idleMs time after which an unused connection is closed @param rowSecurity units and reads of a company run in
   * the role of companies; the database must have been prepared by `secureRows` @param unitMs longest time of a statement
   * of a unit @param answerMs time for the server's own answer that a statement took too long
   */
  constructor(
    private readonly options: Record<string, unknown>,
    { idleMs = 300_000, rowSecurity = false, unitMs = unitDeadlineMs, answerMs = usualAnswerMs } = {},
  ) {
    this.hasRowSecurity = rowSecurity
    this.engine = postgresEngine(this.schema.nullable)
    this.unitLines = new Lines(sessionOf(options, unitMs, unitSettings), {
      max: maxUnitLines,
      idleMs,
      deadlineMs: unitMs + answerMs,
    })
    this.readLines = new Lines(sessionOf(options, readDeadlineMs, readSettings), {
      max: maxReadLines,
      idleMs,
      deadlineMs: readDeadlineMs + answerMs,
    })
    this.sideLines = new Lines(sessionOf(options, readDeadlineMs, sideSettings), {
      max: sideLines,
      idleMs,
      deadlineMs: readDeadlineMs + answerMs,
    })
    this.read = new PostgresHandle(this.engine, this.schema, (work) => this.readWith(this.readLines, null, work))
    this.sideReader = new SideLines((companyId, work) => this.readWith(this.sideLines, companyId, work))
    this.units = new Units(this.unitLines, (line) => this.handleOf(line), rowSecurity)
  }

  get isFull(): boolean {
    return this.units.isFull
  }

  write<R>(work: (tx: Handle) => Promise<R>, companyId?: CompanyId): Promise<R> {
    return workMarks.whileAway(this.units.write(work, companyId))
  }

  writeUnordered<R>(work: (tx: Handle) => Promise<R>): Promise<R> {
    return workMarks.whileAway(this.units.write(work, null))
  }

  readOf(companyId: CompanyId): Handle {
    if (!this.hasRowSecurity) return this.read
    let reader = this.readers.get(companyId)
    if (!reader) {
      reader = new PostgresHandle(this.engine, this.schema, (work) => this.readWith(this.readLines, companyId, work))
      this.readers.set(companyId, reader)
    }
    return reader
  }

  withSnapshot<R>(work: (snapshot: Handle) => Promise<R>, companyId?: CompanyId): Promise<R> {
    return this.readLines.use(async (line) => {
      if (this.hasRowSecurity) await this.readLimits.set(line, companyId ?? null)
      await line.runSimply('begin isolation level repeatable read read only')
      try {
        return await work(this.handleOf(line))
      } finally {
        if (!line.isLost) await line.runSimply('rollback')
      }
    })
  }

  /** Runs the work with a line outside of a transaction: for the catalogue. */
  withLine<R>(work: (line: Line) => Promise<R>): Promise<R> {
    return this.unitLines.use(work)
  }

  /** Runs the work with a line of its own, on which a statement may take an hour: for migrations. */
  async withMigrationLine<R>(work: (line: Line) => Promise<R>): Promise<R> {
    const session = sessionOf(this.options, migrationDeadlineMs, unitSettings)
    const line = await Line.connect(session, migrationDeadlineMs + usualAnswerMs)
    try {
      return await work(line)
    } finally {
      await line.drop()
    }
  }

  /** Reads which columns may be null, on the given line if any; call when the schema is up to date. */
  learnSchema(given?: Line): Promise<void> {
    const load = (line: Line) => this.schema.nullable.load(line)
    return given ? load(given) : this.withLine(load)
  }

  handleOf(line: Line): Handle {
    return new PostgresHandle(this.engine, this.schema, (work) => work(line))
  }

  /** The server writes and empties its own log. */
  emptyLog = async () => true

  addFailureListener(listener: (error: unknown) => void) {
    this.units.failureListeners.push(listener)
  }

  refuseWrites() {
    this.units.refuse()
  }

  releaseCaches() {}

  idle(): Promise<void> {
    return this.units.idle()
  }

  async close() {
    await this.idle()
    await Promise.all([this.unitLines, this.readLines, this.sideLines].map((lines) => lines.close()))
  }

  /** Reads with a free line, up to three times when it turns out to be lost. @throws ERR_STORAGE without a server */
  private async readWith<R>(lines: Lines, companyId: CompanyId | null, work: (line: Line) => Promise<R>): Promise<R> {
    const limited = async (line: Line) => {
      await this.readLimits.set(line, companyId)
      return work(line)
    }
    const run = () => lines.use(this.hasRowSecurity ? limited : work)
    try {
      return await repeated(run)
    } catch (error) {
      if (!isLostLine(error) && !(error instanceof DeadlineError)) throw error
      log.error({ err: error }, 'the database could not be read')
      throw new AppError('ERR_STORAGE', {}, { cause: error })
    }
  }
}

/** Runs a read again on another line; after a change of the schema a line that was busy meanwhile may be lost as well. */
async function repeated<R>(run: () => Promise<R>): Promise<R> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (!isLostLine(error) || attempt === maxReads) throw error
    }
  }
}

/** The server ends what this process has forgotten: statements past their deadline, transactions without any. */
const sessionOf = (options: Record<string, unknown>, deadlineMs: number, settings: Record<string, string>) => ({
  ...options,
  connection: { application_name: 'balcao', statement_timeout: `${deadlineMs}`, ...settings },
})

const unitSettings = {
  default_transaction_read_only: 'off',
  idle_in_transaction_session_timeout: `${idleUnitMs}`,
}
const readSettings = {
  default_transaction_read_only: 'on',
  idle_in_transaction_session_timeout: `${idleSnapshotMs}`,
}
/** Long reads are planned with their values. */
const sideSettings = { ...readSettings, plan_cache_mode: 'force_custom_plan' }
