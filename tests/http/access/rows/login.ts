import { all, type Row, wrongPassword } from '../row'

export const loginRows: Record<string, Row> = {
  'GET /api/system': { own: all, anyone: 200 },
  'GET /api/system/version': { own: all, expiredLicence: true },
  'GET /api/openapi.json': { own: all, anyone: 200 },
  'GET /api/plans/list': { own: all, anyone: 200 },
  'POST /api/auth/login': { own: all, anyone: 401, body: () => ({ email: 'nobody@acme.test', password: 'wrong one' }) },
  'POST /api/auth/refresh_token': { own: all, anyone: 401 },
  'DELETE /api/auth/logout': { own: all, expiredLicence: true, unauthenticated: [401, 401] },
  'POST /api/auth/setup': {
    own: all,
    anyone: 409,
    body: () => ({ token: 'x', name: 'Eu Mesmo', email: 'eu@x.test', password: 'nove violoncelos' }),
  },
  'POST /api/auth/invitation': { own: all, anyone: 404, body: () => ({ token: 'guessed' }) },
  'POST /api/auth/invitation/accept': {
    own: all,
    anyone: 404,
    body: () => ({ token: 'guessed', name: 'Nova Pessoa', password: 'nove violoncelos' }),
  },
  'POST /api/forgetpassword': { own: all, anyone: 404, body: () => ({ email: 'nobody@acme.test' }) },
  'POST /api/forgetpassword/:email': { own: all, anyone: 404 },
  'POST /api/resetpasswords': {
    own: all,
    anyone: 400,
    body: () => ({ email: 'nobody@acme.test', token: 'ABCD2345', password: 'Nove violoncelos 9' }),
  },
  'POST /api/resetpasswords/:email/:token/:password': { own: all, anyone: 400 },
  'POST /api/companies/cadastro': {
    own: all,
    anyone: 404,
    body: () => newCompany(9e6),
    bodiesWithId: { planId: (_, { plan }) => newCompany(plan) },
  },
  'POST /api/companies/cadastro/confirm': { own: all, anyone: 404, body: () => ({ token: 'guessed' }) },
  'GET /api/auth/me': { own: all, expiredLicence: true },
  'POST /api/auth/ws-ticket': { own: all },
  'POST /api/auth/login/second-step': { own: all, anyone: 401, body: () => ({ challenge: 'x', code: '000000' }) },
  // The password of all users is another one.
  'POST /api/auth/second-factor': { own: wrongPassword, body: () => ({ password: 'wrong one' }) },
  'POST /api/auth/second-factor/confirm': { own: [409, 409, 409, 409], body: () => ({ code: '000000' }) },
  'POST /api/auth/second-factor/recovery-codes': { own: wrongPassword, body: wrongPasswordAndCode },
  'POST /api/auth/second-factor/disable': { own: wrongPassword, body: wrongPasswordAndCode },
  'GET /api/auth/second-factor': { own: all },
  'GET /api/auth/passkeys': { own: all },
  'POST /api/auth/passkeys/options': { own: wrongPassword, body: () => ({ password: 'wrong one' }) },
  'POST /api/auth/passkeys': { own: [401, 401, 401, 401], body: madeUpPasskey },
  'PUT /api/auth/passkeys/:id': { ...passkeyOwner(200), pathId: 'passkey', body: () => ({ name: 'Celular' }) },
  'POST /api/auth/passkeys/:id/remove': {
    ...passkeyOwner(400),
    pathId: 'passkey',
    body: () => ({ password: 'wrong one' }),
  },
  'POST /api/auth/passkey/options': { own: all, anyone: 200, body: () => ({ challenge: null }) },
  'POST /api/auth/passkey/login': { own: all, anyone: 401, body: madeUpAssertion },
  'GET /api/auth/sessions': { own: all },
  'DELETE /api/auth/sessions': { own: all },
  'DELETE /api/auth/sessions/:id': {
    own: [200, 404, 404, 404],
    unseen: [404, 200, 404, 404],
    pathId: 'login',
    foreignAdmin: 200,
  },
}

function newCompany(planId: number) {
  return { name: 'Padaria', email: 'dono@padaria.test', phone: '11999998888', password: 'nove violoncelos', planId }
}

function wrongPasswordAndCode() {
  return { password: 'wrong one', code: '000000' }
}

/** Passkeys exist for their owner only; `status` is the owner's. */
function passkeyOwner(status: number) {
  return { own: [status, 404, 404, 404], unseen: [404, status, 404, 404], foreignAdmin: status } as const
}

const credential = { id: 'AAAA', rawId: 'AAAA', type: 'public-key', clientExtensionResults: {} }

function madeUpPasskey() {
  const response = { clientDataJSON: 'AAAA', attestationObject: 'AAAA', transports: ['internal'] }
  return { state: 'AAAA', name: 'Celular', response: { ...credential, response } }
}

function madeUpAssertion() {
  const response = { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA', userHandle: 'AAAA' }
  return { state: 'AAAA', response: { ...credential, response } }
}
