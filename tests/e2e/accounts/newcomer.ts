import { expect } from 'bun:test'
import { serve } from '../../executable/balcao'
import type { Harness } from '../harness'
import { bubble, button, composer, fillLogin, row, sendMessage, tab } from '../screen'

/**
 * Starts `balcao demo` on an empty directory and plays a person who follows only the terminal and the screens, until a
 * customer on the simulator's page has an answer. Returns the steps in order; typing or a click is one step.
 */
export async function playNewcomer(harness: Harness): Promise<string[]> {
  const steps: string[] = []
  const step = async <T>(name: string, act: () => Promise<T>) => {
    steps.push(name)
    return await act()
  }
  const serving = await serve({ BALCAO_SUPER_EMAIL: '', BALCAO_SUPER_PASSWORD: '' }, ['demo'])
  while (!serving.stdout().includes('Ctrl-C')) await Bun.sleep(50)
  const [, address = ''] = /(http:\/\/\S+)/.exec(serving.stdout()) ?? []
  const [, email = '', password = ''] = /^ {2}administrator\s+(\S+@\S+)\s+(\S+)$/m.exec(serving.stdout()) ?? []

  const context = await harness.newContext()
  const desk = await context.newPage()
  await step('open the printed address', () => desk.goto(address))
  steps.push('type the printed e-mail', 'type the printed password')
  await step('log in', () => fillLogin(desk, email, password))
  const link = desk.getByRole('link', { name: 'Abrir os celulares dos clientes' })
  const [phones] = await step('open the phones', () => Promise.all([context.waitForEvent('page'), link.click()]))
  await step('add a customer', () => button(phones, 'Novo cliente').click())
  await step('type the name', () => phones.getByLabel('Nome').fill('Zilda Prado'))
  await step('save the customer', () => button(phones, 'Adicionar').click())
  const message = phones.getByRole('textbox', { name: 'Mensagem' })
  await step('write as the customer', () =>
    message.fill('Vocês abrem hoje?').then(() => phones.keyboard.press('Enter')),
  )

  await desk.bringToFront()
  await step('open the tickets of the robot, which asks for a queue first', () => tab(desk, 'Robô').click())
  await row(desk, 'Zilda Prado').waitFor()
  await step('accept', () => button(desk, 'Aceitar o atendimento de Zilda Prado').click())
  await bubble(desk, 'Vocês abrem hoje?').waitFor()
  await composer(desk.getByRole('region', { name: 'Conversa com Zilda Prado' })).waitFor()
  await step('answer', () => sendMessage(desk, 'Até as 18h. Venha!'))
  await phones.locator('.theirs', { hasText: 'Até as 18h. Venha!' }).waitFor()
  expect(await serving.stop()).toBe(0)
  await context.close()
  return steps
}
