import { describe, expect, test } from 'bun:test'
import type { Program, ProgramAnswer, ProgramRequest } from '../../../src/features/automation/programs/program'
import { runProgram } from '../../../src/features/automation/programs/run'
import { updateContact } from '../../../src/features/contacts/contacts/service'
import { acceptTicket } from '../../../src/features/inbox/tickets/state/change'
import { createBotCompany } from '../../bot-company'
import { makeJobsDue } from '../../make-jobs-due'
import { notifiedTexts, subscribeAna } from '../../notified-messages'

const plain: ProgramAnswer = { speaker: 'Ana', says: [], state: null }
/** A program that gives these answers in order and keeps what it was asked. */
function scripted(answers: (Partial<ProgramAnswer> | (() => Promise<Partial<ProgramAnswer>>))[], isRepeatable = true) {
  const requests: ProgramRequest[] = []
  const program: Program = {
    isRepeatable,
    answer: async (_, request) => {
      requests.push(request)
      const next = answers[requests.length - 1]
      if (!next) throw new Error('the program was asked too often')
      return { ...plain, ...(typeof next === 'function' ? await next() : next) }
    },
  }
  return { program, asked: requests }
}

/** Company whose connection has a prompt; `speak` runs the program's job. */
async function createPromptCompany(answers: Parameters<typeof scripted>[0], isRepeatable = true) {
  const company = await createBotCompany({})
  const { acme, systemScope, whatsappId, ticketOf, jobs, sentTo, number, ports } = company
  await acme.transaction((tx) => tx.update('connections').set({ promptId: 7 }).where('id', '=', whatsappId).execute())
  const { program, asked } = scripted(answers, isRepeatable)
  const job = runProgram({ prompt: program })
  const speak = async () => {
    await job.run(systemScope(), { ticketId: (await ticketOf()).id }, { number: 1, last: false })
    await jobs.settle()
    return sentTo(number)
  }
  const programJobs = () => acme.select('jobs').select(['name', 'runAt']).where('name', '=', 'bot.program').execute()
  return { ...company, asked, job, speak, programJobs, store: ports.store }
}

describe('a session of a program', () => {
  test('begins with a new customer, keeps its state, and gets each message once', async () => {
    const { write, speak, asked, ticketOf } = await createPromptCompany([
      { says: [{ text: 'Olá!' }, { text: 'Em que ajudo?' }], state: { step: 1 } },
      { says: [{ text: 'Claro.' }], state: { step: 2 } },
    ])
    expect(await write('Oi')).toEqual([])
    expect(await speak()).toEqual(['Olá!', 'Em que ajudo?'])
    expect(await ticketOf()).toMatchObject({ status: 'pending', chatbot: 1, unreadMessages: 1 })
    expect(await speak()).toEqual([])
    await write('Quero um bolo')
    expect(await speak()).toEqual(['Claro.'])
    expect(asked.map(({ state, messages }) => [state, messages.map(({ body }) => body)])).toEqual([
      [null, ['Oi']],
      [{ step: 1 }, ['Quero um bolo']],
    ])
  })

  test('gets the messages of a burst in one request', async () => {
    const { write, writeAll, speak, asked, programJobs } = await createPromptCompany([{ says: [{ text: 'Olá!' }] }])
    await writeAll(['Oi', 'Bom dia'])
    await write('Tem bolo?')
    expect(await programJobs()).toHaveLength(1)
    expect(await speak()).toEqual(['Olá!'])
    expect(asked[0]!.messages.map(({ body }) => body)).toEqual(['Oi', 'Bom dia', 'Tem bolo?'])
  })

  test('drops the answer when an agent accepts the ticket during the request', async () => {
    let accept = async () => {}
    const { write, speak, scopeOf, ticketOf, attendanceOf } = await createPromptCompany([
      async () => {
        await accept()
        return { says: [{ text: 'Tarde demais' }] }
      },
    ])
    await write('Oi')
    const { id } = await ticketOf()
    accept = async () => void (await acceptTicket(scopeOf('ana'), id))
    expect(await speak()).not.toContain('Tarde demais')
    expect(await ticketOf()).toMatchObject({ status: 'open', chatbot: 0 })
    expect(await attendanceOf()).toMatchObject({ botStage: 'done', programKind: null })
    await write('Oi?')
    expect(await speak()).toEqual([])
  })

  test.each([
    [[], true],
    [['Primeira'], false],
  ])('sends %p of an answer during which the customer wrote', async (sent, repeatable) => {
    let meanwhile = async () => {}
    const { write, speak, asked } = await createPromptCompany(
      [
        async () => {
          await meanwhile()
          return { says: [{ text: 'Primeira' }] }
        },
        { says: [{ text: 'Segunda' }] },
      ],
      repeatable,
    )
    await write('Oi')
    meanwhile = async () => void (await write('Mais uma coisa'))
    expect(await speak()).toEqual(sent)
    expect(await speak()).toEqual(['Segunda'])
    expect(asked[1]!.messages.map(({ body }) => body)).toEqual(
      repeatable ? ['Oi', 'Mais uma coisa'] : ['Mais uma coisa'],
    )
  })

  test('sends delayed messages one after the other, and stops when an agent accepts in between', async () => {
    const says = ['Um', 'Dois', 'Três'].map((text) => ({ text, delay: 1000 }))
    const { write, speak, scopeOf, ticketOf, store, programJobs } = await createPromptCompany([{ says }])
    await write('Oi')
    expect(await speak()).toEqual([])
    await makeJobsDue(store)
    expect(await speak()).toEqual(['Um'])
    expect(await programJobs()).toHaveLength(1)
    await acceptTicket(scopeOf('ana'), (await ticketOf()).id)
    expect((await speak()).filter((text) => text === 'Dois' || text === 'Três')).toEqual([])
  })

  test('hands over to people in the given queue at its end, and stays silent', async () => {
    const { write, speak, ticketOf, attendanceOf } = await createPromptCompany([
      { says: [{ text: 'Vou passar para Vendas.' }], end: 'people', queueId: 2 },
    ])
    await write('Oi')
    expect(await speak()).toEqual(['Vou passar para Vendas.'])
    expect(await ticketOf()).toMatchObject({ status: 'pending', queueId: 2, chatbot: 0 })
    expect(await attendanceOf()).toMatchObject({ botStage: 'done', botEnd: 'program', programKind: null })
    expect(await write('Oi?')).toEqual([])
    expect(await speak()).toEqual([])
  })

  test('closes the ticket when the program says so', async () => {
    const { write, speak, ticketOf } = await createPromptCompany([{ says: [{ text: 'Tchau.' }], end: 'closed' }])
    await write('Oi')
    expect(await speak()).toEqual(['Tchau.'])
    expect(await ticketOf()).toMatchObject({ status: 'closed', closeReason: 'integration' })
  })

  test('hands over to people when the program throws', async () => {
    const { write, speak, ticketOf, attendanceOf } = await createPromptCompany([
      () => Promise.reject(new Error('no answer')),
    ])
    await write('Oi')
    expect(await speak()).toEqual(['Não consegui continuar por aqui. Uma pessoa vai responder em breve.'])
    expect(await ticketOf()).toMatchObject({ status: 'pending', chatbot: 0 })
    expect(await attendanceOf()).toMatchObject({ botStage: 'done', botEnd: 'failed' })
  })

  test('ends when the robot is switched off for the contact, and people, who are notified, answer', async () => {
    const { write, speak, scopeOf, ticketOf, attendanceOf, acme, jobs } = await createPromptCompany([
      { says: [{ text: 'Olá!' }] },
    ])
    await write('Oi')
    await speak()
    await subscribeAna(acme)
    await updateContact(scopeOf('ana'), (await ticketOf()).contactId, { disableBot: true })
    expect(await ticketOf()).toMatchObject({ status: 'pending', chatbot: 0 })
    expect(await attendanceOf()).toMatchObject({ botStage: 'done', botEnd: 'nothing', programKind: null })
    await jobs.settle()
    expect(await notifiedTexts(acme)).toEqual(['Oi'])
    expect(await write('Alô?')).toEqual([])
  })

  test('sends nothing of a second run of the same job', async () => {
    const { write, speak, job, systemScope, ticketOf, jobs, sentTo, number } = await createPromptCompany([
      { says: [{ text: 'Olá!' }] },
    ])
    await write('Oi')
    await speak()
    await job.run(systemScope(), { ticketId: (await ticketOf()).id }, { number: 2, last: false })
    await jobs.settle()
    expect(await sentTo(number)).toEqual([])
  })
})

test('a queue chosen from the menu begins the session of its prompt', async () => {
  const { write, acme, programJobs } = await createPromptCompany([])
  await acme.transaction(async (tx) => {
    await tx.update('connections').set({ promptId: null }).execute()
    await tx.update('queues').set({ promptId: 3 }).where('id', '=', 2).execute()
    for (const queueId of [1, 2]) await tx.insert('connection_queues', { whatsappId: 1, queueId }).execute()
  })
  expect(await write('Oi')).toHaveLength(1)
  expect(await programJobs()).toEqual([])
  expect(await write('2')).toEqual([])
  expect(await programJobs()).toHaveLength(1)
})
