import { describe, expect, test } from 'bun:test'
import { receiveBatch } from '../../../src/features/inbox/messages/receive/receive'
import type { Inbound, InboundMessage, InboundVote } from '../../../src/whatsapp/received'
import {
  editOf,
  encryptedOf,
  groupIdentity,
  ownTextMessage,
  personIdentity,
  reactionTo,
  textMessage,
} from '../../inbound-events'
import { createInstallation } from '../../installation'

async function createReceiver() {
  const installation = await createInstallation()
  const connection = await installation.insertConnection('acme')
  const ref = { companyId: connection.companyId, whatsappId: connection.id }
  const receive = (...batch: Inbound[]) => receiveBatch(installation.systemScope(), ref, batch)
  const messages = () =>
    installation.acme.select('messages').select(['body', 'detail', 'isEdited', 'mediaType']).orderBy('id').execute()
  const published = () =>
    installation.published.flatMap(({ entity, payload }) =>
      entity === 'appMessage' ? [(payload as { message: { detail: object } }).message] : [],
    )
  return { ...installation, receive, messages, published }
}

const group = groupIdentity()
const [ana, bia] = [personIdentity('5511988887777'), personIdentity('5511977776666', '66')]

describe('an encrypted edit', () => {
  test('in the same batch as its message is applied and stores the earlier text', async () => {
    const { receive, messages, acme } = await createReceiver()
    const message = textMessage({ body: 'Quero 2 bolos' })
    await receive(message, encryptedOf(message, editOf(message, 'Quero 20 bolos')))
    expect(await messages()).toMatchObject([{ body: 'Quero 20 bolos', isEdited: 1 }])
    expect(await acme.select('message_edits').select('body').execute()).toEqual([{ body: 'Quero 2 bolos' }])
  })

  test('that cannot be opened marks its message, until one that can be read arrives', async () => {
    const { receive, messages, published } = await createReceiver()
    const message = textMessage({ body: 'Quero 2 bolos' })
    await receive(message, encryptedOf(message, null))
    expect(await messages()).toMatchObject([{ body: 'Quero 2 bolos', isEdited: 0, detail: '{"onPhone":"edit"}' }])
    expect(published().at(-1)).toMatchObject({ detail: { onPhone: 'edit' } })
    await receive(encryptedOf(message, editOf(message, 'Quero 20 bolos')))
    expect(await messages()).toMatchObject([{ body: 'Quero 20 bolos', isEdited: 1, detail: '{}' }])
  })

  test.each([
    ['that stays closed marks the message', null, { body: 'Quero 2 bolos', detail: '{"onPhone":"edit"}' }],
    ['that is opened keeps its text', 'Quero 20 bolos', { body: 'Quero 20 bolos', isEdited: 1, detail: null }],
  ])('before the content of its message %s, also once the content arrives', async (_, text, expected) => {
    const { receive, messages } = await createReceiver()
    const stub = textMessage({ stub: true, mediaType: 'unsupported', body: '', detail: { kind: 'ciphertext' } })
    await receive(stub, encryptedOf(stub, text === null ? null : editOf(stub, text)))
    await receive(textMessage({ waId: stub.waId, body: 'Quero 2 bolos' }))
    expect(await messages()).toMatchObject([{ mediaType: 'chat', ...expected }])
  })

  test('to content that cannot be shown marks its message and keeps the text', async () => {
    const { receive, messages } = await createReceiver()
    const message = textMessage()
    await receive(message, { ...editOf(message, ''), body: null })
    expect(await messages()).toMatchObject([{ body: 'Bom dia', detail: '{"onPhone":"edit"}' }])
  })

  test.each([
    ['of another chat', { chat: bia }],
    ['of the other side', { fromMe: true }],
  ])('%s marks nothing', async (_, values) => {
    const { receive, messages } = await createReceiver()
    const message = textMessage()
    await receive(message, encryptedOf(message, null, values))
    expect(await messages()).toMatchObject([{ detail: null }])
  })

  test('of another member of a group neither marks nor changes a message', async () => {
    const { receive, messages, acme } = await createReceiver()
    await acme.transaction((tx) => tx.insert('settings', { key: 'CheckMsgIsGroup', value: 'disabled' }).execute())
    const message = textMessage({ chat: group, participant: ana })
    const edit = { chat: group, participant: bia }
    await receive(message, encryptedOf(message, null, edit))
    await receive(encryptedOf(message, editOf(message, 'forjado', edit), edit))
    expect(await messages()).toMatchObject([{ body: 'Bom dia', detail: null }])
  })
})

describe('votes', () => {
  const options = [
    { id: 'a', name: 'Chocolate', votes: 0 },
    { id: 'b', name: 'Morango', votes: 0 },
  ]
  const poll = (values: Partial<InboundMessage> = {}) =>
    textMessage({
      body: 'Qual?\n○ Chocolate\n○ Morango',
      detail: { kind: 'pollCreationMessage', poll: { question: 'Qual?', options, voters: 0 } },
      ...values,
    })
  const voteIn = (target: InboundMessage, choices: string[], values: Partial<InboundVote> = {}) => {
    const vote: InboundVote = {
      ...{ type: 'vote', waId: `V${Math.random()}`, chat: target.chat, targetWaId: target.waId, targetFromMe: false },
      ...{ sender: target.chat, fromMe: false, choices, at: new Date().toISOString(), ...values },
    }
    return encryptedOf(target, vote, { kind: 'answer', fromMe: vote.fromMe, chat: vote.chat })
  }
  const counts = (detail: string | null | undefined) => {
    const { poll } = JSON.parse(detail ?? '{}') as { poll: { options: { votes: number }[]; voters: number } }
    return [...poll.options.map(({ votes }) => votes), poll.voters]
  }

  test('are counted, replaced by the same person’s next vote and taken back', async () => {
    const { receive, messages, published } = await createReceiver()
    const target = poll()
    await receive(target, voteIn(target, ['a']), voteIn(target, ['a', 'b'], { fromMe: true, sender: null }))
    const read = async () => counts((await messages())[0]?.detail)
    expect(await read()).toEqual([2, 1, 2])
    expect(published().at(-1)?.detail).toEqual({
      kind: 'pollCreationMessage',
      poll: {
        question: 'Qual?',
        options: [
          { ...options[0], votes: 2 },
          { ...options[1], votes: 1 },
        ],
        voters: 2,
      },
    })
    await receive(voteIn(target, ['b']))
    expect(await read()).toEqual([1, 2, 2])
    await receive(voteIn(target, []))
    expect(await read()).toEqual([1, 1, 1])
  })

  test('for options that the poll does not have, and beyond the largest group, are not kept', async () => {
    const { receive, acme } = await createReceiver()
    const own = poll({ fromMe: true, chat: group })
    await acme.transaction((tx) => tx.insert('settings', { key: 'CheckMsgIsGroup', value: 'disabled' }).execute())
    const by = (n: number) => ({ targetFromMe: true, sender: personIdentity(null, `${n}`) })
    const voteOf = (n: number, choices: string[]) => ({
      ...voteIn(own, choices, by(n)),
      participant: personIdentity(null, `${n}`),
    })
    await receive(own, voteOf(1, ['x', ...Array(50).fill('a')]))
    for (let n = 2; n < 2100; n += 350) await receive(...Array.from({ length: 350 }, (_, at) => voteOf(n + at, ['a'])))
    const { detail } = await acme.select('messages').select('detail').executeTakeFirstOrThrow()
    expect(counts(detail)).toEqual([2048, 0, 2048])
    expect(detail?.length).toBeLessThan(200_000)
  })

  test('older than the person’s vote, or of a person of another chat, change nothing', async () => {
    const { receive, messages } = await createReceiver()
    const own = poll({ fromMe: true })
    await receive(own, voteIn(own, ['b'], { targetFromMe: true }))
    await receive(
      voteIn(own, ['a'], { targetFromMe: true, at: '2020-01-01T00:00:00.000Z' }),
      voteIn(own, ['a'], { targetFromMe: true, chat: bia, sender: bia }),
    )
    expect(counts((await messages())[0]?.detail)).toEqual([0, 1, 1])
  })

  test('that cannot be opened mark the poll', async () => {
    const { receive, messages } = await createReceiver()
    const target = poll()
    await receive(target, encryptedOf(target, null, { kind: 'answer' }))
    expect(JSON.parse((await messages())[0]?.detail ?? '')).toMatchObject({ onPhone: 'answer' })
  })

  test('an edited poll keeps the votes of the options that stay', async () => {
    const { receive, messages } = await createReceiver()
    const target = poll()
    await receive(target, voteIn(target, ['a']))
    const changed = { question: 'Qual sabor?', options: [...options, { id: 'c', name: 'Limão', votes: 0 }], voters: 0 }
    await receive(encryptedOf(target, { ...editOf(target, 'Qual sabor?'), detail: { poll: changed } }))
    expect(await messages()).toMatchObject([{ body: 'Qual sabor?', isEdited: 1 }])
    expect(counts((await messages())[0]?.detail)).toEqual([1, 0, 0, 1])
  })
})

test('an encrypted reaction and comment are received; a comment that stays closed leaves a placeholder', async () => {
  const { receive, messages, acme } = await createReceiver()
  const own = ownTextMessage()
  await receive(own)
  const about = { kind: 'answer', fromMe: false } as const
  await receive(encryptedOf(own, { ...reactionTo(own, '👍'), targetFromMe: false }, about))
  expect(await acme.select('reactions').select('emoji').execute()).toEqual([{ emoji: '👍' }])
  await receive(encryptedOf(own, textMessage({ body: 'concordo' }), about))
  const placeholder = textMessage({ mediaType: 'unsupported', body: '', detail: { kind: 'encCommentMessage' } })
  await receive(encryptedOf(own, null, { ...about, placeholder }))
  expect(await messages()).toMatchObject([
    { body: 'Já respondo' },
    { body: 'concordo', mediaType: 'chat' },
    { mediaType: 'unsupported' },
  ])
  expect((await acme.select('messages').select('quotedWaId').where('body', '=', 'concordo').execute())[0]).toEqual({
    quotedWaId: own.waId,
  })
})
