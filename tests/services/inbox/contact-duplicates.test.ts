import { beforeEach, describe, expect, test } from 'bun:test'
import type { CompanyId } from '../../../src/core/storage/schema'
import { TenantDb } from '../../../src/core/storage/tenant'
import { keepApart, listDuplicates } from '../../../src/features/inbox/contact-merges/duplicates'
import { mergeContactsByHand } from '../../../src/features/inbox/contact-merges/merge-by-person'
import { undoMerge } from '../../../src/features/inbox/contact-merges/undo-merge'
import { foldText } from '../../../src/shared/text'
import { companies, createInstallation } from '../../installation'

let all: Awaited<ReturnType<typeof createInstallation>>
beforeEach(async () => {
  all = await createInstallation()
})
let inserted = 0
async function insert(name: string, part: object = {}, company: 'acme' | 'rival' = 'acme'): Promise<number> {
  const number = `55119${80_000_000 + ++inserted}`
  const row = { name, number, lid: null, waJid: '', pictureAt: null, searchText: foldText(name), ...part }
  const db = TenantDb.of(all.store, companies[company] as CompanyId)
  return (await db.transaction((tx) => tx.insert('contacts', row).returning('id').executeTakeFirstOrThrow())).id
}
const pairsOf = async (who: 'ana' | 'rui' = 'ana') =>
  (await listDuplicates(all.scopeOf(who), undefined)).pairs.map(({ reason, contact, other }) => [
    reason,
    contact.id,
    other.id,
  ])

describe('listDuplicates', () => {
  test('pairs contacts with one e-mail, each with the oldest', async () => {
    const [a, b, c] = [
      await insert('Ana', { email: 'a@x.test' }),
      await insert('Bia', { email: 'a@x.test' }),
      await insert('Cid', { email: 'a@x.test' }),
    ]
    await insert('Dora', { email: 'd@x.test' })
    expect(await pairsOf()).toEqual([
      ['email', a, b],
      ['email', a, c],
    ])
  })

  test('pairs one full name where a contact has no number, whatever accents and case', async () => {
    const hidden = await insert('JOÃO Souza', { number: null, lid: '1' })
    const known = await insert('João souza')
    await insert('Pedro', { number: null, lid: '2' })
    await insert('Pedro')
    await insert('Rita Lima')
    await insert('Rita Lima')
    expect(await pairsOf()).toEqual([['name', hidden, known]])
  })

  test('pairs two numbers of one account', async () => {
    const now = await insert('Loja', { number: '5215512345678' })
    const former = await insert('Loja antiga', { number: '525512345678' })
    const alias = { number: '525512345678', target: '5215512345678' }
    await all.acme.transaction((tx) => tx.insert('number_aliases', alias).execute())
    expect(await pairsOf()).toEqual([['number', now, former]])
  })

  test('leaves out groups and contacts of other companies', async () => {
    await insert('Grupo um', { email: 'g@x.test', isGroup: 1 })
    await insert('Bia Reis', { email: 'g@x.test' })
    await insert('Bia Reis', { email: 'g@x.test' }, 'rival')
    expect([await pairsOf(), await pairsOf('rui')]).toEqual([[], []])
  })

  test('returns each pair once over pages of 20, through all rules', async () => {
    for (let at = 0; at < 31; at++) await insert(`Cliente ${at}`, { email: 'todos@x.test' })
    for (let at = 0; at < 15; at++) {
      await insert(`Nome ${at}`, { number: null, lid: `n${at}` })
      await insert(`Nome ${at}`)
    }
    const seen: string[] = []
    const sizes: number[] = []
    let cursor: string | undefined
    do {
      const { pairs, next } = await listDuplicates(all.scopeOf('ana'), cursor)
      sizes.push(pairs.length)
      seen.push(...pairs.map(({ reason, contact, other }) => `${reason} ${contact.id} ${other.id}`))
      cursor = next ?? undefined
    } while (cursor)
    expect([sizes, new Set(seen).size]).toEqual([[20, 20, 5], 45])
  })

  test('refuses a text that is no cursor', async () => {
    await expect(listDuplicates(all.scopeOf('ana'), 'x')).rejects.toMatchObject({ code: 'ERR_VALIDATION' })
  })

  test('forgets a merged pair, and shows it again after the merge is undone', async () => {
    const [a, b] = [await insert('Ana', { email: 'a@x.test' }), await insert('Bia', { email: 'a@x.test' })]
    const { mergeId } = await mergeContactsByHand(all.scopeOf('ana'), a, b)
    expect(await pairsOf()).toEqual([])
    await undoMerge(all.scopeOf('ana'), mergeId)
    expect(await pairsOf()).toMatchObject([['email', a, expect.any(Number)]])
  })
})

describe('keepApart', () => {
  test('remembers that a pair is two people, and leaves other pairs', async () => {
    const [a, b, c] = [
      await insert('Ana', { email: 'a@x.test' }),
      await insert('Bia', { email: 'a@x.test' }),
      await insert('Cid', { email: 'a@x.test' }),
    ]
    await keepApart(all.scopeOf('ana'), b, a)
    await keepApart(all.scopeOf('ana'), a, b)
    expect(await pairsOf()).toEqual([['email', a, c]])
  })

  test('refuses equal ids and contacts of another company', async () => {
    const [a, theirs] = [await insert('Ana'), await insert('Bia', {}, 'rival')]
    const refusal = (id: number, otherId: number) =>
      Promise.resolve()
        .then(() => keepApart(all.scopeOf('ana'), id, otherId))
        .then(String, ({ code }) => code)
    expect([await refusal(a, a), await refusal(a, theirs)]).toEqual(['ERR_MERGE_CONTACT', 'ERR_NO_CONTACT_FOUND'])
    expect(await all.acme.select('contact_distinct').selectAll().execute()).toEqual([])
  })
})
