import { expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { receiveBatch } from '../../../src/features/inbox/messages/receive/receive'
import { textMessage } from '../../inbound-events'
import { createInstallation } from '../../installation'
import { png } from '../../sample-files'

/** First message of a customer whose profile picture has these bytes. */
async function receiveFirstMessage(picture: Uint8Array | null) {
  const installation = await createInstallation()
  const connection = await installation.insertConnection()
  installation.whatsapp.openConnections.add(connection.id)
  installation.whatsapp.pictureBytes = picture
  await receiveBatch(installation.systemScope(), { companyId: connection.companyId, whatsappId: connection.id }, [
    textMessage(),
  ])
  installation.published.length = 0
  await installation.jobs.settle()
  const contact = await installation.acme.select('contacts').selectAll().executeTakeFirstOrThrow()
  const files = readdirSync(installation.ports.media.directory, { recursive: true, withFileTypes: true })
  return { ...installation, contact, files: files.filter((entry) => entry.isFile()).map(({ name }) => name) }
}

test('a picture is stored, published and served', async () => {
  const { contact, files, app, published, tokenOf } = await receiveFirstMessage(png())
  expect(files).toEqual([contact.profilePicUrl])
  expect(published.map(({ entity }) => entity)).toEqual(['contact'])
  const told = published.map(({ payload }) => payload as { contact: { id: number; profilePicUrl: string } })
  const { id, profilePicUrl } = told[0]!.contact
  expect([id, profilePicUrl]).toEqual([contact.id, expect.stringContaining(`/media/${contact.profilePicUrl}?`)])
  const answer = await app.handle(
    new Request(`http://localhost:3000${profilePicUrl}`, {
      headers: { authorization: `Bearer ${await tokenOf('bob')}` },
    }),
  )
  expect(Buffer.from(await answer.bytes()).equals(png())).toBe(true)
})

test.each([
  ['nobody shows', null],
  ['that is none', Buffer.from('<svg onload="alert(1)"/>')],
])('a picture %s leaves no file and no row', async (_, bytes) => {
  const { contact, files, published, acme } = await receiveFirstMessage(bytes)
  expect([contact.profilePicUrl, files, published]).toEqual(['', [], []])
  expect(await acme.select('media').select('id').execute()).toEqual([])
})
