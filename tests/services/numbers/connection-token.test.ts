import { expect, test } from 'bun:test'
import { findByToken, revealToken, rotateToken } from '../../../src/features/numbers/connections/token'
import { createInstallation, errorAnswer } from '../../installation'
import { storedBytes } from '../../stored-rows'

const { clientAs, insertConnection, scopeOf, platform, store, published, app, tokenOf } = await createInstallation()

test('revealToken creates the token at its first call and returns the same one later; findByToken finds it by hash', async () => {
  const { id, companyId } = await insertConnection()
  const { token } = await revealToken(scopeOf('ana'), id)
  expect(token).toMatch(/^[\w-]{43}$/)
  expect(await revealToken(scopeOf('ana'), id)).toEqual({ token })
  expect(await findByToken(platform, token)).toMatchObject({ companyId, whatsappId: id })
  expect(await findByToken(platform, '')).toBeUndefined()
  expect(await findByToken(platform, `${token}x`)).toBeUndefined()
})

test('rotateToken makes the earlier token invalid', async () => {
  const { id } = await insertConnection()
  const { token: first } = await revealToken(scopeOf('ana'), id)
  const { token } = await rotateToken(scopeOf('ana'), id)
  expect(await findByToken(platform, first)).toBeUndefined()
  expect((await findByToken(platform, token))?.whatsappId).toBe(id)
})

test('a token appears in no list, event, audit line or plain text of the database', async () => {
  const { id } = await insertConnection()
  published.length = 0
  const { token } = await revealToken(scopeOf('ana'), id)
  const { data } = await clientAs('ana').whatsapp.get()
  const one = await clientAs('ana').whatsapp({ id }).get()
  const lines = await scopeOf('ana').db.select('audit_log').selectAll().execute()
  expect(lines.map(({ action }) => action)).toContain('reveal')
  const told = JSON.stringify([data, one.data, published, lines])
  expect(told).not.toContain(token)
  expect(told).not.toMatch(/tokenHash|tokenSealed/)
  expect((await storedBytes(store)).includes(token)).toBe(false)
})

test('the token route answers admins of the company only, with no-store', async () => {
  const { id } = await insertConnection()
  expect(await clientAs('bob').whatsapp({ id }).token.get()).toMatchObject(errorAnswer(403, 'ERR_NO_PERMISSION'))
  expect(await clientAs('rui').whatsapp({ id }).token.get()).toMatchObject(errorAnswer(404, 'ERR_NO_WAPP_FOUND'))
  expect(await clientAs('rui').whatsapp({ id }).token.post()).toMatchObject(errorAnswer(404, 'ERR_NO_WAPP_FOUND'))
  const headers = { authorization: `Bearer ${await tokenOf('ana')}` }
  const answer = await app.handle(new Request(`http://localhost/api/whatsapp/${id}/token`, { headers }))
  expect(answer.headers.get('cache-control')).toContain('no-store')
})
