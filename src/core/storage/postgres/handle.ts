import { Kysely } from 'kysely'
import type { Handle } from '../db'
import type { Engine } from '../engine'
import type { CompanyId, Database } from '../schema'
import { handleDialect, type WithLine } from './dialect'
import { lockOfCompany } from './lock-of-company'
import type { SchemaFacts } from './schema-facts'

/** Handle of a unit, which has one line, or of reads, of which each takes any free line. */
export class PostgresHandle implements Handle {
  private builder: Kysely<Database> | undefined

  constructor(
    readonly engine: Engine,
    readonly schema: SchemaFacts,
    private readonly withLine: WithLine,
  ) {}

  /** Built at its first use: many units run hot queries only. */
  get kysely(): Kysely<Database> {
    this.builder ??= new Kysely<Database>({ dialect: handleDialect(this.withLine, this.schema.nullable) })
    return this.builder
  }

  all(text: string, values: readonly unknown[]): Promise<unknown[]> {
    return this.withLine((line) => line.rows(text, values))
  }

  async first(text: string, values: readonly unknown[]): Promise<unknown> {
    return (await this.all(text, values))[0]
  }

  async run(text: string, values: readonly unknown[]): Promise<void> {
    await this.withLine((line) => line.run(text, values))
  }

  /** Before its first statement it takes the lock of the company, for which it waits until a unit under way has ended. */
  inOrderOf(companyId: CompanyId): Handle {
    let lock: Promise<void> | undefined
    const inOrder: WithLine = (work) =>
      this.withLine(async (line) => {
        lock ??= line.runSimply(lockOfCompany(companyId))
        await lock
        return work(line)
      })
    return new PostgresHandle(this.engine, this.schema, inOrder)
  }
}
