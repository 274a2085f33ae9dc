import type { Selectable } from 'kysely'
import type { Handle } from '../../../core/storage/db'
import type { CompanyId, Database } from '../../../core/storage/schema'
import { hashOfLine, hashOfPayload } from './chain'

/** First line at which the log of a company differs from its chain. */
interface BrokenChain {
  companyId: number
  lineId: number
  /** `changed`: its object, values, actor or address; `missing`: its other values, or a line before or after it. */
  problem: 'changed' | 'missing'
}

interface ChainCheck {
  companies: number
  lines: number
  broken: BrokenChain[]
}

type Line = Selectable<Database['audit_log']>
type Chain = Selectable<Database['audit_chains']>

const pageSize = 1000

/** Computes the chains of all companies again. */
export async function verifyChains({ kysely }: Handle): Promise<ChainCheck> {
  const chains = await kysely.selectFrom('audit_chains').selectAll().orderBy('companyId').execute()
  const check: ChainCheck = { companies: chains.length, lines: 0, broken: [] }
  for (const chain of chains) {
    const walk = new Walk(chain)
    for await (const lines of pagesOf(kysely, chain)) if (!walk.follow(lines)) break
    check.lines += walk.lines
    const broken = walk.broken ?? walk.atEnd()
    if (broken) check.broken.push(broken)
  }
  check.broken.push(...(await findChainless(kysely)))
  return check
}

/** First chained line of each company whose chain itself was removed. */
async function findChainless(kysely: Handle['kysely']): Promise<BrokenChain[]> {
  const rows = await kysely
    .selectFrom('audit_log')
    .select(({ fn }) => ['companyId', fn.min<number>('id').as('lineId')])
    .where('hash', '<>', '')
    .where('companyId', 'not in', kysely.selectFrom('audit_chains').select('companyId'))
    .groupBy('companyId')
    .orderBy('companyId')
    .execute()
  return rows.map(({ companyId, lineId }) => ({ companyId, lineId, problem: 'missing' }))
}

async function* pagesOf(kysely: Handle['kysely'], { companyId, firstId }: Chain): AsyncGenerator<Line[]> {
  let after = firstId - 1
  for (let isLast = false; !isLast; ) {
    const lines = await kysely
      .selectFrom('audit_log')
      .selectAll()
      .where('companyId', '=', companyId as CompanyId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(pageSize)
      .execute()
    yield lines
    after = lines.at(-1)?.id ?? after
    isLast = lines.length < pageSize
  }
}

/** True for a line as an erasure leaves it: only the hash of its payload is left. */
const isEmptied = ({ name, before, after }: Line) => name === '' && before === '{}' && after === '{}'

/** Checks the lines of one chain, in their order. */
class Walk {
  lines = 0
  broken: BrokenChain | undefined
  private lastId: number
  private hash = ''

  constructor(private readonly chain: Chain) {
    this.lastId = chain.firstId
  }

  /** False from the first line that does not follow the one before. */
  follow(lines: Line[]): boolean {
    for (const line of lines) {
      const isUnchanged = line.salt === '' ? isEmptied(line) : hashOfPayload(line.salt, line) === line.payloadHash
      const follows = hashOfLine(this.hash, line, line.payloadHash) === line.hash
      if (!isUnchanged || !follows) this.broken = this.at(line.id, isUnchanged ? 'missing' : 'changed')
      if (this.broken) return false
      this.lines++
      this.lastId = line.id
      this.hash = line.hash
    }
    return true
  }

  /** Undefined when the chain ends where it should. */
  atEnd(): BrokenChain | undefined {
    const { lastId, hash, lines } = this.chain
    return this.lastId === lastId && this.hash === hash && this.lines === lines
      ? undefined
      : this.at(this.lastId, 'missing')
  }

  private at(lineId: number, problem: BrokenChain['problem']): BrokenChain {
    return { companyId: this.chain.companyId, lineId, problem }
  }
}
