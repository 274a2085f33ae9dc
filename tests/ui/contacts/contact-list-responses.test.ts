import '../browser'
import { beforeEach, expect, test } from 'bun:test'
import { listImports } from '../../../ui/contact-import/import-store'
import {
  cancelCheck,
  lastCheck,
  loadLastCheck,
  receiveCheck,
} from '../../../ui/pages/contacts/contact-lists/checks-store'
import { loadOpenList, openList, useItemsLive } from '../../../ui/pages/contacts/contact-lists/items-store'
import { answerRequest, drawn, holdRequests, requestOf, sendEvent } from '../held-requests'
import { signInForEachTest } from '../signed-in'

/** Contact lists: responses that the server read before a change, and that arrive after it. */

const { imports, receive: receiveImport } = listImports
const loadImports = (listId: number) => {
  listImports.openList(listId)
  return listImports.load()
}

await signInForEachTest()
beforeEach(holdRequests)

test('contact lists: figures, import and check received while a list loads stay', async () => {
  drawn(() => useItemsLive(4))
  const load = loadOpenList(4)
  const paths = ['', '/imports', '/check'].map((end) => `GET /contact-lists/4${end}`)
  await requestOf(paths[0]!)
  sendEvent('contactList', { action: 'update', contactList: { id: 4, contactsCount: 9 } })
  sendEvent('contactListImport', { contactListImport: { id: 2, contactListId: 4, status: 'done' } })
  sendEvent('numberCheck', { numberCheck: { id: 3, contactListId: 4, status: 'done' } })
  const responses = [
    { id: 4, contactsCount: 1 },
    [{ id: 2, status: 'running' }],
    { numberCheck: { status: 'running' } },
  ]
  for (const [index, path] of paths.entries()) await answerRequest(path, responses[index])
  await load
  expect(openList.value).toMatchObject({ contactsCount: 9 })
  expect(imports.value).toMatchObject([{ id: 2, status: 'done' }])
  expect(lastCheck.value).toMatchObject({ id: 3, status: 'done' })
})

test('contact lists: the imports of a list that was left do not replace those of the next one', async () => {
  const loads = [loadImports(1), loadImports(2)]
  await requestOf('GET /contact-lists/2/imports')
  await answerRequest('GET /contact-lists/2/imports', [{ id: 20 }])
  await loads[1]
  await answerRequest('GET /contact-lists/1/imports', [{ id: 10 }])
  await Promise.all(loads)
  expect(imports.value).toMatchObject([{ id: 20 }])
})

test('contact lists: an import and a check that end before the response of their request stay ended', async () => {
  receiveImport({ id: 2, status: 'waiting' } as never)
  receiveCheck({ id: 3, status: 'running' } as never)
  const changes = [listImports.choose(2, {} as never), cancelCheck(3)]
  await requestOf('PUT /contact-list-imports/2')
  await requestOf('POST /number-checks/3/cancel')
  receiveImport({ id: 2, status: 'done' } as never)
  receiveCheck({ id: 3, status: 'done' } as never)
  await answerRequest('PUT /contact-list-imports/2', { id: 2, status: 'running' })
  await answerRequest('POST /number-checks/3/cancel', { id: 3, status: 'running' })
  await Promise.all(changes)
  expect(imports.value.find(({ id }) => id === 2)).toMatchObject({ status: 'done' })
  expect(lastCheck.value).toMatchObject({ id: 3, status: 'done' })
})

test('number check: the check of a list that was left does not replace that of the next one', async () => {
  const loads = [loadLastCheck(1), loadLastCheck(2)]
  await requestOf('GET /contact-lists/2/check')
  await answerRequest('GET /contact-lists/2/check', { numberCheck: { id: 20 } })
  await loads[1]
  await answerRequest('GET /contact-lists/1/check', { numberCheck: { id: 10 } })
  await Promise.all(loads)
  expect(lastCheck.value).toMatchObject({ id: 20 })
})
