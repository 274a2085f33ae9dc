import { Kysely } from 'kysely'
import type { Handle } from '../db'
import type { Engine } from '../engine'
import type { Database } from '../schema'
import { handleDialect, type WithLine } from './dialect'
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
}
