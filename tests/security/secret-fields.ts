import { generateKeyPairSync } from 'node:crypto'
import { password } from './companies'
import type { Rows } from './rows'

/** Names of fields that take a secret. A new one needs a row in `secretInputs`. */
export const secretNames =
  /password|secret|token$|apikey|voicekey|certificate|passphrase|authority|challenge|^code$|jsoncontent|^keys$|endpoint/i

interface SecretInput {
  body: object
  params?: Record<string, string>
  byProvider?: true
  /** The request is refused, with the secret in it. */
  refused?: true
}
type Input = (rows: Rows, secret: string) => Promise<SecretInput>

const refused =
  (body: (secret: string) => object): Input =>
  async (_, secret) => ({ body: body(secret), refused: true })

const user = { name: 'Novo colega', profile: 'user' }
const payments = {
  ...{ provider: 'pix-manual', pixKey: 'pix@fuzz.test', pixName: 'Provedor', pixCity: 'Campinas' },
  ...{ environment: 'production', baseUrl: '', clientId: '', clientSecret: '', certificate: '', passphrase: '' },
  ...{ authority: '', cardAccount: '' },
}
const payment =
  (field: string): Input =>
  async (_, secret) => ({ body: { ...payments, [field]: secret }, byProvider: true })

const promptTexts = {
  ...{ name: 'Atendimento', prompt: 'Você atende os clientes da loja com frases curtas e educadas.' },
  ...{ model: 'gpt-4o-mini', apiKey: 'sk-test-0123456789', maxTokens: 100, temperature: 1, maxMessages: 10 },
}
const voiced = (voiceKey: string) => ({ voice: 'pt-BR-FranciscaNeural', voiceRegion: 'brazilsouth', voiceKey })
const prompt = async (rows: Rows, fields: object) => ({
  body: { ...promptTexts, queueId: await rows.get('queue'), ...fields },
})
const changedPrompt = async (rows: Rows, fields: object) => ({
  ...(await prompt(rows, fields)),
  params: { id: `${await rows.get('prompt')}` },
})

/** Answer of a made-up passkey. */
const assertion = {
  state: 'AAAA',
  response: {
    ...{ id: 'AAAA', rawId: 'AAAA', type: 'public-key', clientExtensionResults: {} },
    response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA', userHandle: 'AAAA' },
  },
}

/** Key file of a Google service account whose private key ends with the secret. */
function googleKey(secret: string): string {
  const { privateKey } = generateKeyPairSync('ed25519')
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' })
  return JSON.stringify({
    ...{ type: 'service_account', client_email: 'a@b.test', private_key: pem, private_key_id: secret },
  })
}
const dialogflow = (secret: string) => ({
  ...{ type: 'dialogflow', name: 'Agente', projectName: 'loja', language: 'pt-BR', jsonContent: googleKey(secret) },
})

const position = { x: 0, y: 0 }
const flowWith = async (rows: Rows, type: string, data: object) => ({
  idFlow: await rows.get('flow'),
  nodes: [
    { id: '1', type: 'start', position, data: {} },
    { id: 'n', type, position, data },
  ],
  connections: [{ id: 'e', source: '1', sourceHandle: 'a', target: 'n' }],
})
const promptNode = async (rows: Rows, fields: object) => ({
  typebotIntegration: { ...promptTexts, queueId: await rows.get('queue'), ...fields },
})
const requestNode = (secret: string) => ({
  ...{ method: 'GET', url: 'https://example.com/', saves: [], headers: [{ name: 'Authorization', value: secret }] },
})

/** By `METHOD path field`: a request with the secret in that field, accepted unless `refused`. */
export const secretInputs: Record<string, Input> = {
  'POST /api/auth/invitation token': refused((token) => ({ token })),
  'POST /api/auth/invitation/accept token': refused((token) => ({ token, name: 'Ana', email: 'a@b.test', password })),
  'POST /api/auth/invitation/accept password': refused((secret) => ({
    ...{ token: 'A'.repeat(43), name: 'Ana', email: 'a@b.test', password: secret },
  })),
  'POST /api/auth/login password': refused((password) => ({ email: 'a@b.test', password })),
  'POST /api/auth/login/second-step challenge': refused((challenge) => ({ challenge, code: '123456' })),
  'POST /api/auth/login/second-step code': refused((code) => ({ challenge: 'x', code: code.slice(-20) })),
  'POST /api/auth/setup token': refused((token) => ({ token, name: 'Ana', email: 'a@b.test', password })),
  'POST /api/auth/setup password': refused((secret) => ({
    token: 'x',
    name: 'Ana',
    email: 'a@b.test',
    password: secret,
  })),
  'POST /api/auth/passkey/options challenge': refused((challenge) => ({ challenge })),
  'POST /api/auth/passkey/login challenge': refused((challenge) => ({ ...assertion, challenge })),
  'POST /api/auth/passkeys/options password': refused((password) => ({ password })),
  'POST /api/auth/passkeys/:id/remove password': async (_, password) => ({
    ...{ body: { password }, params: { id: '1' }, refused: true },
  }),
  'POST /api/auth/second-factor password': refused((password) => ({ password })),
  'POST /api/auth/second-factor/confirm code': refused((code) => ({ code: code.slice(0, 20) })),
  'POST /api/auth/second-factor/recovery-codes password': refused((password) => ({ password, code: '123456' })),
  'POST /api/auth/second-factor/recovery-codes code': refused((code) => ({ password, code: code.slice(0, 20) })),
  'POST /api/auth/second-factor/disable password': refused((password) => ({ password, code: '123456' })),
  'POST /api/auth/second-factor/disable code': refused((code) => ({ password, code: code.slice(0, 20) })),
  'POST /api/resetpasswords token': refused((token) => ({ email: 'a@b.test', token, password: 'Nove9violoncelos' })),
  'POST /api/resetpasswords password': refused((password) => ({ email: 'a@b.test', token: 'ABCD2345', password })),
  'POST /api/companies/cadastro/confirm token': refused((token) => ({ token })),
  'POST /api/companies/cadastro password': async (_, password) => ({
    body: { name: 'Nova loja', email: 'nova@marca.test', phone: '11999998888', password, planId: 1 },
  }),
  'POST /api/companies password': async (_, password) => ({
    body: { name: 'Outra nova', email: 'outra@marca.test', password, planId: 1 },
    byProvider: true,
  }),
  'POST /api/users password': async (_, password) => ({ body: { ...user, email: 'um@marca.test', password } }),
  'PUT /api/users/:id password': async (rows, password) => ({
    body: { password },
    params: { id: `${await rows.get('user')}` },
  }),
  'PUT /api/users/:id currentPassword': async (rows, currentPassword) => ({
    body: { password: 'dez clarinetes novos', currentPassword },
    params: { id: `${rows.company.userId}` },
    refused: true,
  }),
  'PUT /api/users/:id/super password': async (rows, secret) => {
    const id = await rows.postAsProvider('/users', { ...user, profile: 'admin', email: 'dois@marca.test', password })
    return { body: { super: true, password: secret }, params: { id: `${id}` }, byProvider: true }
  },
  'PUT /api/settings/:key value': async (_, value) => ({ body: { value }, params: { key: 'asaas' } }),
  'PUT /api/payments/config clientId': payment('clientId'),
  'PUT /api/payments/config clientSecret': payment('clientSecret'),
  'PUT /api/payments/config certificate': payment('certificate'),
  'PUT /api/payments/config passphrase': payment('passphrase'),
  'PUT /api/payments/config authority': payment('authority'),
  'PUT /api/payments/config accessToken': payment('accessToken'),
  'PUT /api/payments/config signingSecret': payment('signingSecret'),
  'POST /api/subscription/card paymentToken': refused((paymentToken) => ({ paymentToken })),
  'POST /api/queueIntegration jsonContent': async (_, secret) => ({ body: dialogflow(secret) }),
  'PUT /api/queueIntegration/:id jsonContent': async (rows, secret) => ({
    body: { ...dialogflow(secret), name: 'Outro' },
    params: { id: `${await rows.post('/queueIntegration', { ...dialogflow('velha'), name: 'Outro' })}` },
  }),
  'POST /api/queueIntegration/testSession jsonContent': refused((secret) => ({
    ...{ projectName: 'loja', language: 'pt-BR', jsonContent: googleKey(secret), urlN8N: 'https://10.0.0.1' },
  })),
  'POST /api/prompt apiKey': (rows, apiKey) => prompt(rows, { apiKey }),
  'POST /api/prompt voiceKey': (rows, key) => prompt(rows, voiced(key)),
  'PUT /api/prompt/:id apiKey': (rows, apiKey) => changedPrompt(rows, { apiKey }),
  'PUT /api/prompt/:id voiceKey': (rows, key) => changedPrompt(rows, voiced(key)),
  'POST /api/prompt/test apiKey': async (_, apiKey) => ({
    body: { ...promptTexts, apiKey, baseUrl: 'https://10.0.0.1/v1', question: 'Abre hoje?' },
    refused: true,
  }),
  'POST /api/prompt/test-voice voiceKey': async (_, key) => ({
    body: { ...voiced(key), voiceRegion: '-' },
    refused: true,
  }),
  'POST /api/flowbuilder/flow apiKey': async (rows, apiKey) => ({
    body: await flowWith(rows, 'openai', await promptNode(rows, { apiKey })),
  }),
  'POST /api/flowbuilder/flow voiceKey': async (rows, key) => ({
    body: await flowWith(rows, 'openai', await promptNode(rows, voiced(key))),
  }),
  'POST /api/flowbuilder/flow headers': async (rows, secret) => ({
    body: await flowWith(rows, 'request', requestNode(secret)),
  }),
  'POST /api/flowbuilder/flow/:id/try/request headers': async (rows, secret) => ({
    body: { ...requestNode(secret), url: 'https://10.0.0.1/', body: '' },
    params: { id: `${await rows.get('flow')}` },
  }),
  'POST /api/flowbuilder/flow/:id/try/fields headers': async (rows, secret) => ({
    body: { ...requestNode(secret), url: 'https://10.0.0.1/', body: '' },
    params: { id: `${await rows.get('flow')}` },
  }),
  'POST /api/flowbuilder/flow/:id/try/prompt data': async (rows, apiKey) => ({
    body: {
      data: await promptNode(rows, { apiKey, baseUrl: 'https://10.0.0.1/v1' }),
      name: 'Ana',
      messages: [{ text: 'Oi', fromMe: false }],
    },
    params: { id: `${await rows.get('flow')}` },
    refused: true,
  }),
  'PUT /api/push/subscription endpoint': async (_, secret) => ({
    body: { endpoint: `https://push.example.com/${secret}`, keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) } },
  }),
  'PUT /api/push/subscription keys': async (_, secret) => ({
    body: { endpoint: 'https://push.example.com/x', keys: { p256dh: 'B'.repeat(87), auth: secret.slice(0, 22) } },
  }),
}
