import { SQL } from 'bun'
import type { Wire } from '../../nodes/wire'
import { isLostLine } from './failures'
import { Lines } from './lines'

const channel = 'balcao'
/** PostgreSQL refuses a notification of 8,000 bytes or more. */
const maxBytes = 7800
/** Time for which a deposit is kept, in ms; it is fetched within moments. */
const keptMs = 600_000

/** Key of the row of a claim. */
const claimOf = (key: string) => `claim/${key}`

/**
 * Notifications of PostgreSQL, on connections of their own: a notification within a transaction would hold up every
 * commit of the server (measured: 1.2 s at 2,000 a second, against 3 ms).
 */
export class PostgresWire implements Wire {
  readonly maxBytes = maxBytes
  private readonly lines: Lines
  private ear: SQL | null = null
  private hear: (text: string) => void = () => {}
  private renew: () => void = () => {}

  constructor(private readonly options: Record<string, unknown>) {
    this.lines = new Lines(
      { ...options, connection: { application_name: 'balcao events', statement_timeout: '10000' } },
      { max: 2, idleMs: 300_000, deadlineMs: 10_000 },
    )
  }

  /** A packet may arrive twice: after a cut connection it is sent again, and receivers know its number. */
  async send(text: string): Promise<void> {
    const send = () => this.lines.use((line) => line.run(`select pg_notify('${channel}', $1)`, [text]))
    await send().catch((error) => {
      if (!isLostLine(error)) throw error
      return send()
    })
  }

  async deposit(text: string): Promise<string> {
    const key = crypto.randomUUID()
    const values = [key, text, Date.now()]
    await this.lines.use((line) => line.run('insert into bus_deposits (key, text, "at") values ($1, $2, $3)', values))
    return key
  }

  async fetch(key: string): Promise<string | null> {
    const [row] = await this.lines.use((line) => line.rows('select text from bus_deposits where key = $1', [key]))
    return (row?.text as string | undefined) ?? null
  }

  async take(key: string): Promise<string | null> {
    const [row] = await this.lines.use((line) =>
      line.rows('delete from bus_deposits where key = $1 returning text', [key]),
    )
    return (row?.text as string | undefined) ?? null
  }

  async claim(key: string, ms: number): Promise<boolean> {
    const now = Date.now()
    const text = `insert into bus_deposits (key, text, "at") values ($1, '', $2)
      on conflict (key) do update set "at" = excluded."at" where bus_deposits."at" < $3 returning key`
    const rows = await this.lines.use((line) => line.rows(text, [claimOf(key), now, now - ms]))
    return rows.length > 0
  }

  async free(key: string): Promise<void> {
    await this.take(claimOf(key))
  }

  async listen(hear: (text: string) => void, renew: () => void): Promise<void> {
    this.hear = hear
    this.renew = renew
    await this.relisten()
  }

  async relisten(): Promise<void> {
    const before = this.ear
    this.ear = null
    await before?.close({ timeout: 0 }).catch(() => {})
    const ear = new SQL({ ...this.options, max: 1, connection: { application_name: 'balcao events' } } as never)
    let isFirst = true
    const again = () => {
      if (!isFirst && ear === this.ear) this.renew()
      isFirst = false
    }
    await ear.listen(channel, (text: string) => ear === this.ear && this.hear(text), again)
    this.ear = ear
  }

  async close(): Promise<void> {
    const ear = this.ear
    this.ear = null
    await ear?.close({ timeout: 0 }).catch(() => {})
    await this.lines.close()
  }

  async removeOldDeposits(): Promise<void> {
    await this.lines.use((line) => line.run('delete from bus_deposits where "at" < $1', [Date.now() - keptMs]))
  }
}
