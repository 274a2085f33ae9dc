import { expect, test } from 'bun:test'
import { visibleTo } from '../../../src/events'
import { companies, createInstallation, errorAnswer } from '../../installation'

const news = { title: 'Manutenção', text: 'No domingo, das 3 h às 4 h.' }

test('an announcement for chosen companies is listed and counted there only; others do not learn of it', async () => {
  const { clientAs } = await createInstallation()
  const { data } = await clientAs('root').announcements.post({ ...news, companyIds: [companies.acme, companies.acme] })
  expect(data?.companies).toEqual([{ id: companies.acme, name: 'acme' }])
  const seen = async (person: 'ana' | 'rui' | 'root') => {
    const { records, unread } = (await clientAs(person).announcements.get()).data!
    return [records.length, unread, records.flatMap((record) => record.companies).length]
  }
  expect(await Promise.all((['ana', 'rui', 'root'] as const).map(seen))).toEqual([
    [1, 1, 0], // without the names of the chosen companies
    [0, 0, 0],
    [1, 0, 1],
  ])
})

test('a change of the companies takes it from those that are left out, and an empty list gives it to all', async () => {
  const { clientAs, published, viewerOf } = await createInstallation()
  const root = clientAs('root')
  const { data: made } = await root.announcements.post(news)
  const one = root.announcements({ id: made!.id })
  const countFor = async (person: 'ana' | 'rui') => (await clientAs(person).announcements.get()).data!.records.length
  expect([await countFor('ana'), await countFor('rui')]).toEqual([1, 1])
  published.length = 0
  await one.put({ companyIds: [companies.rival] })
  expect([await countFor('ana'), await countFor('rui')]).toEqual([0, 1])
  const received = (person: 'ana' | 'rui' | 'root', company: number) =>
    published
      .filter(({ entity, companyId }) => entity === 'announcement' && companyId === company)
      .map(({ payload }) => visibleTo.announcement(viewerOf(person), payload as never))
  expect(received('ana', companies.acme)).toEqual([{ action: 'delete', id: made!.id }])
  expect(received('rui', companies.rival)).toMatchObject([{ action: 'update', record: { companies: [] } }])
  expect(received('root', companies.provider)).toMatchObject([{ record: { companies: [{ id: companies.rival }] } }])
  await one.put({ title: 'Outro título' })
  expect(await countFor('ana')).toBe(0)
  await one.put({ companyIds: [] })
  expect([await countFor('ana'), await countFor('rui')]).toEqual([1, 1])
})

test('an unknown company is refused, and nothing is stored', async () => {
  const { clientAs } = await createInstallation()
  const answer = await clientAs('root').announcements.post({ ...news, companyIds: [companies.acme, 999_999] })
  expect(answer).toMatchObject(errorAnswer(404, 'ERR_NO_COMPANY_FOUND'))
  expect((await clientAs('root').announcements.get()).data?.records).toEqual([])
})

test('an announcement for one company stays with it when the company is deleted', async () => {
  const { clientAs, published } = await createInstallation()
  const root = clientAs('root')
  const { data: made } = await root.announcements.post({ ...news, companyIds: [companies.rival] })
  expect((await root.companies({ id: companies.rival }).delete()).status).toBe(200)
  published.length = 0
  const one = root.announcements({ id: made!.id })
  const { data: changed } = await one.put({ priority: 1, companyIds: made!.companies.map(({ id }) => id) })
  expect(changed?.companies).toEqual([{ id: companies.rival, name: `#${companies.rival}` }])
  expect((await clientAs('ana').announcements.get()).data?.records).toEqual([])
  const told = published.filter(({ entity, companyId }) => entity === 'announcement' && companyId === companies.acme)
  expect(told).toMatchObject([{ payload: { isElsewhere: true } }])
})

test('an announcement is unread in a company that gets it later', async () => {
  const { clientAs } = await createInstallation()
  const { data: made } = await clientAs('root').announcements.post({ ...news, companyIds: [companies.rival] })
  await Bun.sleep(2)
  await clientAs('ana').announcements.read.post()
  await Bun.sleep(2)
  await clientAs('root')
    .announcements({ id: made!.id })
    .put({ companyIds: [companies.rival, companies.acme] })
  expect((await clientAs('ana').announcements.get()).data?.unread).toBe(1)
})
