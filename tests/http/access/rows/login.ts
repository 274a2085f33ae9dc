import { all, mistaken, type Row, wrongProof } from '../row'

export const loginRows: Record<string, Row> = {
  'GET /api/system': { own: all, open: 200 },
  'GET /api/openapi.json': { own: all, open: 200 },
  'GET /api/plans/list': { own: all, open: 200 },
  'POST /api/auth/login': { own: all, open: 401, body: () => ({ email: 'nobody@acme.test', password: 'wrong one' }) },
  'POST /api/auth/refresh_token': { own: all, open: 401 },
  'DELETE /api/auth/logout': { own: all, open: 200 },
  'POST /api/auth/setup': {
    own: all,
    open: 409,
    body: () => ({ token: 'x', name: 'Eu Mesmo', email: 'eu@x.test', password: 'nove violoncelos' }),
  },
  'POST /api/forgetpassword': { own: all, open: 404, body: () => ({ email: 'nobody@acme.test' }) },
  'POST /api/forgetpassword/:email': { own: all, open: 404 },
  'POST /api/resetpasswords': {
    own: all,
    open: 400,
    body: () => ({ email: 'nobody@acme.test', token: 'ABCD2345', password: 'Nove violoncelos 9' }),
  },
  'POST /api/resetpasswords/:email/:token/:password': { own: all, open: 400 },
  'POST /api/companies/cadastro': {
    own: all,
    open: 404,
    body: () => signup(9e6),
    pointing: { planId: (_, { plan }) => signup(plan) },
  },
  'GET /api/auth/me': { own: all, renewal: true },
  'POST /api/auth/ws-ticket': { own: all },
  'POST /api/auth/login/second-step': { own: all, open: 401, body: () => ({ challenge: 'x', code: '000000' }) },
  // Their password is another one.
  'POST /api/auth/second-factor': { own: mistaken, body: () => ({ password: 'wrong one' }) },
  'POST /api/auth/second-factor/confirm': { own: [409, 409, 409, 409], body: () => ({ code: '000000' }) },
  'POST /api/auth/second-factor/recovery-codes': { own: mistaken, body: wrongProof },
  'POST /api/auth/second-factor/disable': { own: mistaken, body: wrongProof },
  'GET /api/auth/sessions': { own: all },
  'DELETE /api/auth/sessions': { own: all },
  'DELETE /api/auth/sessions/:id': {
    own: [200, 404, 404, 404],
    unseen: [404, 200, 404, 404],
    path: 'login',
    home: 200,
  },
}

function signup(planId: number) {
  return { name: 'Padaria', email: 'dono@padaria.test', phone: '11999998888', password: 'nove violoncelos', planId }
}
