import { createHash } from 'node:crypto'
import { randomToken } from '../../../core/secrets'
import { hot, type TenantDb } from '../../../core/storage/tenant'

/** Part of a line that an erasure may empty; the chain keeps its hash. */
interface AuditPayload {
  actorName: string
  address: string
  name: string
  before: string
  after: string
}

/** The rest of a line. */
interface AuditFacts {
  at: string
  actorId: number | null
  action: string
  entity: string
  entityId: number | null
}

const sha256 = (values: unknown[]) => createHash('sha256').update(JSON.stringify(values)).digest('base64url')

/** The salt keeps short values, such as initials, from being guessed from the hash after an erasure. */
export const hashOfPayload = (salt: string, { actorName, address, name, before, after }: AuditPayload) =>
  sha256([salt, actorName, address, name, before, after])

export const hashOfLine = (
  previous: string,
  { at, actorId, action, entity, entityId }: AuditFacts,
  payloadHash: string,
) => sha256([previous, at, actorId, action, entity, entityId, payloadHash])

const headOf = hot<{}>()((db) => db.select('audit_chains').select('hash'))
const insertLine = hot<AuditFacts & AuditPayload & { salt: string; payloadHash: string; hash: string }>()((db, p) =>
  db
    .insert('audit_log', {
      ...{ at: p('at'), actorId: p('actorId'), actorName: p('actorName'), address: p('address') },
      ...{ action: p('action'), entity: p('entity'), entityId: p('entityId'), name: p('name') },
      ...{ before: p('before'), after: p('after') },
      ...{ salt: p('salt'), payloadHash: p('payloadHash'), hash: p('hash') },
    })
    .returning('id'),
)
const moveHead = hot<{ id: number; hash: string }>()((db, p) =>
  db.insert('audit_chains', { firstId: p('id'), lastId: p('id'), lines: 1, hash: p('hash') }).onConflict((earlier) =>
    earlier.column('companyId').doUpdateSet(({ eb, ref }) => ({
      lastId: p('id'),
      hash: p('hash'),
      lines: eb(ref('audit_chains.lines'), '+', 1),
    })),
  ),
)

/** Inserts a line and makes it the head of its company's chain. Call within a transaction. */
export async function appendLine(db: TenantDb, line: AuditFacts & AuditPayload) {
  const salt = randomToken(12)
  const payloadHash = hashOfPayload(salt, line)
  const hash = hashOfLine((await db.first(headOf, {}))?.hash ?? '', line, payloadHash)
  const inserted = await db.first(insertLine, { ...line, salt, payloadHash, hash })
  await db.run(moveHead, { id: (inserted as { id: number }).id, hash })
}
