import { afterAll, expect, test } from 'bun:test'
import { createMailer } from '../../../src/features/accounts/password-reset/mailer'
import { resetText } from '../../../src/features/accounts/password-reset/texts'
import { languages } from '../../../src/shared/enums'
import { openMailServer } from '../../mail-server'

const productName = async () => 'Balcão'
const server = await openMailServer()
afterAll(() => server.close())

const mailer = (smtpUrl: string | null) =>
  createMailer({ smtpUrl, mailFrom: 'Balcão <oi@balcao.test>', publicUrl: 'https://balcao.test', productName })
const mail = {
  to: 'maria@loja.test',
  subject: 'Código para a sua nova senha',
  text: 'Olá, Conceição:\n\nABCD',
  id: 'x-1',
}

test('an e-mail arrives complete, and encrypted when the server offers STARTTLS', async () => {
  await mailer(server.url).send(mail)
  expect(server.mails.splice(0)).toEqual([
    {
      from: 'oi@balcao.test',
      to: [mail.to],
      subject: mail.subject,
      text: mail.text,
      id: '<x-1@balcao.test>',
      encrypted: true,
    },
  ])
})

test('a temporary refusal makes the job retry, and an invalid certificate is refused', async () => {
  server.refuseNext(1)
  await expect(mailer(server.url).send(mail)).rejects.toThrow('451')
  await expect(mailer(server.url.replace(/\?.*/, '')).send(mail)).rejects.toThrow(/certificate/i)
  expect(server.mails).toEqual([])
})

test('a mailer without a server is not configured, and its send fails', () => {
  expect(mailer(null).configured).toBe(false)
  expect(mailer(null).send(mail)).rejects.toThrow('BALCAO_SMTP_URL')
})

test.each(languages)('the e-mail with the code is in %s with the code on its own line', (language) => {
  const { subject, text } = resetText(language, { name: 'Zé', code: 'ABCD2345', minutes: 15 })
  expect([subject.length > 5, text.includes('Zé'), text.includes('15')]).toEqual([true, true, true])
  expect(text).toMatch(/\n {4}ABCD2345\n/)
})

test('a mail in English says valid, as the interface does', () => {
  const { text } = resetText('en', { name: 'Zé', code: 'ABCD2345', minutes: 15 })
  expect(text).toContain('It is valid for 15 minutes')
})

test('a mail in Spanish addresses its reader by usted, as the interface does', () => {
  const { subject, text } = resetText('es', { name: 'Zé', code: 'ABCD2345', minutes: 15 })
  expect(`${subject} ${text}`).toMatch(/\bsu nueva contraseña\b/)
  expect(`${subject} ${text}`).not.toMatch(/\b(tú|tu|tus|te|escribe|ignora|pediste)\b/)
})
