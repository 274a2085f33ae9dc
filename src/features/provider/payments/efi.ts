import { randomBytes } from 'node:crypto'
import { fromDecimal, toDecimal } from '../../../shared/money'
import type { StoredConfig } from './config'
import { EfiClient, serviceError } from './efi-client'
import type { ChargeRequest, ChargeStatus, Provider } from './provider'

/** Seconds for which a Pix charge can be paid. */
const validSeconds = 3600

/** Immediate Pix charges at Efí (formerly Gerencianet), identified by the txid chosen before the request. */
export function createEfiProvider(config: StoredConfig): Provider {
  const client = EfiClient.for(config)
  const { pixKey } = config
  return {
    name: 'efi',
    manual: false,
    pixKey,
    newTxid: () => randomBytes(16).toString('hex'),
    async charge(request) {
      const made = await client.ask<Cob>('PUT', `/v2/cob/${request.txid}`, cobOf(request, pixKey))
      const { qrcode } = await client.ask<{ qrcode?: string }>('GET', `/v2/loc/${made.loc?.id}/qrcode`)
      if (!qrcode) throw serviceError('no qrcode')
      return { brcode: qrcode, expiresAt: new Date(Date.now() + validSeconds * 1000).toISOString() }
    },
    async find({ txid }) {
      const cob = await client.ask<Cob>('GET', `/v2/cob/${txid}`).catch((error) => {
        if (error instanceof Error && error.cause === 404) return null
        throw error
      })
      return cob && statusIn(cob, txid)
    },
  }
}

/** The used fields of a charge. */
interface Cob {
  txid?: string
  status?: string
  chave?: string
  valor?: { original?: string }
  loc?: { id?: number }
  pix?: { endToEndId?: string; txid?: string; valor?: string }[]
}

const cobOf = ({ amount, text, payer }: ChargeRequest, chave: string) => ({
  calendario: { expiracao: validSeconds },
  valor: { original: toDecimal(amount) },
  chave,
  solicitacaoPagador: text.slice(0, 140),
  ...(payer.document && { devedor: debtor(payer) }),
})

const debtor = ({ document, firstName, lastName }: ChargeRequest['payer']) => ({
  [document.length === 11 ? 'cpf' : 'cnpj']: document,
  nome: `${firstName} ${lastName}`,
})

/** Uses the amount paid, not the amount requested. */
function statusIn({ status, chave = '', valor, pix = [] }: Cob, txid: string): ChargeStatus {
  const payment = pix.find((one) => one.txid === undefined || one.txid === txid)
  const amount = fromDecimal(payment?.valor ?? valor?.original ?? '') ?? -1
  return { status: statusOf(status), amount, pixKey: chave, e2eId: payment?.endToEndId ?? null }
}

const statusOf = (status = ''): ChargeStatus['status'] => {
  if (status === 'CONCLUIDA') return 'paid'
  return status === 'ATIVA' ? 'open' : 'over'
}

/** Registers the webhook URL at Efí. The secret in the URL replaces mutual TLS. @throws ERR_PAYMENT_SERVICE */
export const registerWebhook = (config: StoredConfig, webhookUrl: string) =>
  EfiClient.for(config).ask('PUT', `/v2/webhook/${encodeURIComponent(config.pixKey)}`, { webhookUrl }, skipsMtls)

/** Checks the credentials and the certificate by requesting a token. @throws ERR_PAYMENT_SERVICE */
export const tryEfi = (config: StoredConfig) => EfiClient.for(config).signIn()

const skipsMtls = { 'x-skip-mtls-checking': 'true' }
