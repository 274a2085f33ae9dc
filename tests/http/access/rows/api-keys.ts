import { admins, type Row } from '../row'

export const apiKeysRows: Record<string, Row> = {
  'GET /api/api-keys': { own: admins },
  'GET /api/api-keys/:id': { own: admins, pathId: 'apiKey' },
  'POST /api/api-keys': {
    own: admins,
    body: () => ({ name: 'Loja', scopes: ['read', 'send'], addresses: ['203.0.113.0/24'], expiresOn: '2099-01-31' }),
  },
  'PUT /api/api-keys/:id': { own: admins, pathId: 'apiKey', body: () => ({ name: 'Outra' }) },
  'POST /api/mcp': { own: admins, anyone: 401, body: () => ({ jsonrpc: '2.0', id: 1, method: 'tools/list' }) },
  'GET /api/mcp': { own: admins, anyone: 405 },
  'DELETE /api/mcp': { own: admins, anyone: 405 },
  'DELETE /api/api-keys/:id': { own: admins, pathId: 'apiKey' },
}
