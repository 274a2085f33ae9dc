import { expect, test } from 'bun:test'
import { companies, createInstallation } from '../../installation'
import { png } from '../../sample-files'

/** The provider's copy of a company, for another installation. */

/** A copy of acme that the provider made, and functions that open addresses. */
async function createCopy() {
  const installation = await createInstallation()
  const { app, clientAs, jobs } = installation
  const copies = clientAs('root').companies({ id: companies.acme }).exports
  await copies.post()
  await jobs.settle()
  const url = (await copies.get()).data?.exports[0]?.url ?? ''
  const open = async (path: string) => (await app.handle(new Request(`http://localhost:3000${path}`))).status
  const passOf = async (name: 'root' | 'ana' | 'rui') => (await clientAs(name).auth.me.get()).data?.mediaPass
  const openAs = async (name: 'root' | 'ana' | 'rui', path = url) =>
    open(`${path.replace(/&s=.*/, '')}&s=${await passOf(name)}`)
  return { ...installation, url, open, openAs }
}

test('the provider opens its copy of a company, which stands in the company’s log', async () => {
  const { acme, url, open } = await createCopy()
  expect(await open(url)).toBe(200)
  const lines = acme.select('audit_log').select(['entity', 'entityId']).where('action', '=', 'download')
  expect(await lines.execute()).toMatchObject([{ entity: 'company', entityId: companies.acme }])
})

test('admins of the company open it too, those of other companies do not', async () => {
  const { openAs } = await createCopy()
  expect([await openAs('ana'), await openAs('rui')]).toEqual([200, 404])
})

test('the provider opens no other file of a company', async () => {
  const { insertConnection, insertTicket, clientAs, openAs } = await createCopy()
  const { id: whatsappId } = await insertConnection()
  const { id } = await insertTicket({ status: 'open', userId: 3, queueId: 1, whatsappId })
  await clientAs('bob')
    .messages({ id })
    .post({ medias: [new File([png() as Uint8Array<ArrayBuffer>], 'a.png')] })
  const { data } = await clientAs('bob').messages({ id }).get({ query: {} })
  const picture = data?.messages.at(-1)?.mediaUrl ?? ''
  expect([await openAs('ana', picture), await openAs('root', picture)]).toEqual([200, 404])
})
