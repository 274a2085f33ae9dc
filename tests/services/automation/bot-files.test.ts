import { expect, test } from 'bun:test'
import { sendOptionFiles } from '../../../src/features/automation/bot/turns/files'
import { createOption, listOptions, updateOption } from '../../../src/features/automation/queues/options/service'
import { createFileList, deleteFileList } from '../../../src/features/inbox/file-lists/service'
import { uploadFiles } from '../../../src/features/inbox/file-lists/upload'
import { acceptTicket } from '../../../src/features/inbox/tickets/state/change'
import { createBotCompany } from '../../bot-company'

/** Company whose queue has one option that sends a list of two uploaded files and one without a file. */
async function createCatalogue() {
  const company = await createBotCompany({ queueIds: [1], greetings: { 1: 'Olá!' } })
  const ana = company.scopeOf('ana')
  const options = [{ name: 'Capa' }, { name: 'Preços' }, { name: 'Sem arquivo' }]
  const list = await createFileList(ana, { name: 'Catálogo', message: 'Aqui está, {{name}}:', options })
  const [cover, prices] = list.options.map(({ id }) => id)
  const files = [new File(['um'], 'precos.txt'), new File(['dois'], 'capa.txt')]
  await uploadFiles(ana, list.id, { files, id: [prices!, cover!] })
  await createOption(ana, { queueId: 1, title: 'Preços', message: 'Segue o catálogo.', fileListId: list.id })
  const option = await createOption(ana, { queueId: 1, title: 'Só arquivos', fileListId: list.id })
  return { ...company, ana, list, option }
}

test('an option sends its message, then the text of its list, then the uploaded files in order', async () => {
  const { write, ticketOf, acme } = await createCatalogue()
  await write('Oi')
  expect(await write('1')).toEqual(['Segue o catálogo.', 'Aqui está, Maria:', 'media', 'media'])
  const rows = await acme
    .select('messages')
    .select(['origin', 'senderName', 'detail'])
    .where('mediaId', 'is not', null)
    .orderBy('id')
    .execute()
  expect(rows.map(({ detail }) => JSON.parse(detail!))).toMatchObject([
    { fileName: 'capa.txt', bot: 'optionTree' },
    { fileName: 'precos.txt', bot: 'optionTree' },
  ])
  expect(rows[0]).toMatchObject({ origin: 'bot', senderName: 'Suporte' })
  expect(await ticketOf()).toMatchObject({ status: 'pending', chatbot: 0 })
})

test('an option without a message sends the list alone, once, also when the job runs twice', async () => {
  const { write, systemScope, ticketOf, acme, jobs, sentTo, number, option } = await createCatalogue()
  await write('Oi')
  expect(await write('2')).toEqual(['Aqui está, Maria:', 'media', 'media'])
  const { id: ticketId } = await ticketOf()
  const { id: messageId } = await acme
    .select('messages')
    .select('id')
    .where('fromMe', '=', 0)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  await sendOptionFiles.run(systemScope(), { ticketId, messageId, optionId: option.id }, { number: 2, last: false })
  await jobs.settle()
  expect(await sentTo(number)).toEqual([])
})

test('no file is sent once an agent has the ticket', async () => {
  const { write, systemScope, scopeOf, ticketOf, acme, jobs, sentTo, number, option } = await createCatalogue()
  await write('Oi')
  const { id: ticketId } = await ticketOf()
  await acceptTicket(scopeOf('ana'), ticketId)
  const { id: messageId } = await acme.select('messages').select('id').executeTakeFirstOrThrow()
  await sendOptionFiles.run(systemScope(), { ticketId, messageId, optionId: option.id }, { number: 1, last: false })
  await jobs.settle()
  expect(await sentTo(number)).toEqual([])
})

test('a list that a menu sends is not deleted; a foreign or unknown list is refused', async () => {
  const { ana, list, option, scopeOf } = await createCatalogue()
  await expect(deleteFileList(ana, list.id)).rejects.toMatchObject({
    code: 'ERR_FILE_LIST_IN_USE',
    detail: { queues: ['Suporte'], campaigns: [] },
  })
  const foreign = await createFileList(scopeOf('rui'), { name: 'Dela', message: 'x' })
  for (const fileListId of [foreign.id, 999])
    await expect(updateOption(ana, option.id, { fileListId })).rejects.toThrow('ERR_NO_FILE_FOUND')
  const [first] = await listOptions(ana, { queueId: 1 })
  expect(first).toMatchObject({ fileListId: list.id, fileListName: 'Catálogo' })
  for (const { id } of [first!, option]) await updateOption(ana, id, { fileListId: null })
  expect(await deleteFileList(ana, list.id)).toEqual({ id: list.id })
})
