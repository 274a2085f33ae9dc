import './browser'
import { expect, mock, test } from 'bun:test'
import { AppError } from '../../src/shared/errors'
import { limits } from '../../src/shared/limits'
import { guardedClose } from '../../ui/components/guarded-close'
import { createForm, email, length, phone, phoneMask, required } from '../../ui/lib/form'

const signup = () =>
  createForm(
    { name: '', email: '', password: '' },
    { name: [required, length(limits.name)], email: [required, email], password: [required, length(limits.password)] },
    { ERR_EMAIL_TAKEN: 'email' },
  )
const fill = (form: ReturnType<typeof signup>, values: Record<'name' | 'email' | 'password', string>) => {
  for (const name of ['name', 'email', 'password'] as const) form.field(name).value.value = values[name]
}
const good = { name: 'Loja', email: 'ana@loja.com.br', password: 'segredo' }

test('a field shows no problem before it was changed or submitted', async () => {
  const form = signup()
  form.field('name').onLeave()
  expect(form.field('name').problem.value).toBeNull()
  let sent = 0
  expect(await form.submit(async () => sent++)).toBe(false)
  expect([sent, form.field('name').problem.value?.code]).toEqual([0, 'required'])
})

test('a field shows its problem when left and hides it when corrected', () => {
  const { value, problem, onLeave } = signup().field('email')
  value.value = 'ana@'
  expect(problem.value).toBeNull()
  onLeave()
  expect(problem.value).toEqual({ code: 'email' })
  value.value = 'ana@loja.com'
  expect(problem.value).toBeNull()
})

test('length rules use the limits of the server', () => {
  expect(length(limits.name)('A')).toEqual({ code: 'tooShort', min: 2 })
  expect(length(limits.name)('A'.repeat(51))).toEqual({ code: 'tooLong', max: 50 })
  expect([length(limits.name)('Lu'), length(limits.name)('A'.repeat(50)), length(limits.name)('')]).toEqual([
    null,
    null,
    null,
  ])
})

test('a server error that belongs to a field is shown there until the value changes', async () => {
  const form = signup()
  fill(form, good)
  const sent = await form.submit(async () => {
    throw new AppError('ERR_EMAIL_TAKEN')
  })
  expect([sent, form.failure.value, form.refusedSubmits.value]).toEqual([false, null, 1])
  expect(form.field('email').problem.value).toEqual({ code: 'ERR_EMAIL_TAKEN' })
  form.field('email').value.value = 'bia@loja.com.br'
  expect(form.field('email').problem.value).toBeNull()
})

test("fields named by the server show a problem, any other error is the form's failure", async () => {
  const form = signup()
  fill(form, good)
  await form.submit(() => Promise.reject(new AppError('ERR_VALIDATION', { fields: ['name', 'other'] })))
  expect([form.field('name').problem.value, form.failure.value]).toEqual([{ code: 'refused' }, null])
  fill(form, { ...good, name: 'Outra' })
  await form.submit(() => Promise.reject(new TypeError('network')))
  expect(form.failure.value?.code).toBe('ERR_UNREACHABLE')
})

test("a field with another name in the request shows the server's problem", async () => {
  const form = createForm({ contact: 'Padaria (grupo)' }, {}, {}, { contactId: 'contact' })
  await form.submit(() => Promise.reject(new AppError('ERR_VALIDATION', { fields: ['contactId'] })))
  expect([form.field('contact').problem.value, form.failure.value]).toEqual([{ code: 'refused' }, null])
})

test('a form is not submitted again while a submit is in flight', async () => {
  const form = signup()
  fill(form, good)
  let sent = 0
  const send = async () => {
    sent++
    await Bun.sleep(5)
  }
  expect(await Promise.all([form.submit(send), form.submit(send)])).toEqual([true, false])
  expect([sent, form.busy.value]).toEqual([1, false])
})

test('saved values replace the fields that are as they were sent, and no field typed in since', async () => {
  const form = signup()
  fill(form, good)
  await form.submit(async ({ name }) => {
    form.field('email').value.value = 'ana@loja.com'
    form.receive({ ...good, name: name.toUpperCase(), password: '' })
  })
  expect(form.values()).toEqual({ name: 'LOJA', email: 'ana@loja.com', password: '' })
  expect(form.changedValues()).toEqual({ email: 'ana@loja.com' })
})

test('values of the server do not replace a field changed since, nor one whose submit was refused', async () => {
  const form = signup()
  form.field('name').value.value = 'Loja da Ana'
  form.receive({ ...good, name: 'Loja da Bia' })
  expect(form.values()).toEqual({ ...good, name: 'Loja da Ana' })
  await form.submit(() => Promise.reject(new AppError('ERR_NO_PERMISSION')))
  form.receive({ ...good, name: 'Loja do Caio' })
  expect(form.values().name).toBe('Loja da Ana')
})

test('a dialog neither closes nor asks while its form is sent; afterwards it does', async () => {
  const form = signup()
  fill(form, good)
  const onClose = mock(() => {})
  const close = guardedClose(form, onClose)
  const response = Promise.withResolvers<void>()
  const sending = form.submit(() => response.promise)
  form.reset(good)
  await close()
  expect(onClose).not.toHaveBeenCalled()
  response.resolve()
  await sending
  await close()
  expect(onClose).toHaveBeenCalledTimes(1)
})

test.each([
  ['', ''],
  ['1', '(1'],
  ['11', '(11'],
  ['119', '(11) 9'],
  ['1132654321', '(11) 3265-4321'],
  ['11912345678', '(11) 91234-5678'],
  ['(11) 91234-56789', '(11) 91234-5678'],
])('the phone mask formats %p as %p', (typed, shown) => {
  expect(phoneMask(typed)).toBe(shown)
})

test('a phone number needs an area code and eight or nine digits', () => {
  expect([phone('(11) 91234-5678'), phone('(11) 3265-4321'), phone('')]).toEqual([null, null, null])
  expect(phone('(11) 9123')).toEqual({ code: 'phone' })
})

test('a form is changed until its values are the stored ones again, by hand, by discarding or by the server', () => {
  const form = createForm({ name: 'Loja', days: [1, 2] })
  const { value } = form.field('name')
  const states: boolean[] = []
  const stop = form.changed.subscribe((isChanged) => states.push(isChanged))
  value.value = 'Padaria'
  value.value = 'Loja'
  form.field('days').value.value = [1, 2]
  value.value = 'Padaria'
  form.receive({ name: 'Empório', days: [1, 2] })
  form.discard()
  stop()
  expect([value.value, form.isChanged(), states]).toEqual(['Empório', false, [false, true, false, true, false]])
})
