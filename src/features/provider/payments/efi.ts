import { randomBytes } from 'node:crypto'
import { fromDecimal, toDecimal } from '../../../shared/money'
import { type Adapter, type ChargeRequest, type ChargeStatus, type Provider, validDays } from './adapter'
import { type StoredConfig, webhookUrl } from './config'
import { EfiClient } from './efi-client'
import { serviceError, unlessMissing } from './service-request'

/** Seconds for which a Pix charge can be paid. */
const validSeconds = validDays * 86_400

/** Immediate Pix charges at Efí (formerly Gerencianet), identified by the txid chosen before the request. */
function provider(config: StoredConfig): Provider {
  const client = EfiClient.for(config)
  const { pixKey } = config
  return {
    name: 'efi',
    manual: false,
    pixKey,
    newTxid: () => randomBytes(16).toString('hex'),
    async charge(request) {
      const path = `/v2/cob/${request.txid}`
      const begun = request.isBegun ? await unlessMissing(client.ask<Cob>('GET', path)) : null
      const made = begun ?? (await client.ask<Cob>('PUT', path, cobOf(request, pixKey)))
      const { qrcode } = await client.ask<{ qrcode?: string }>('GET', `/v2/loc/${made.loc?.id}/qrcode`)
      if (!qrcode) throw serviceError('no qrcode')
      return { brcode: qrcode, expiresAt: new Date(Date.now() + validSeconds * 1000).toISOString() }
    },
    async find({ txid }) {
      const cob = await unlessMissing(client.ask<Cob>('GET', `/v2/cob/${txid}`))
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
  pix?: CobPayment[]
}

interface CobPayment {
  endToEndId?: string
  txid?: string
  valor?: string
  devolucoes?: { valor?: string; status?: string }[]
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

/** Uses the amount paid less what was given back, not the amount requested. */
function statusIn({ status, chave = '', valor, pix = [] }: Cob, txid: string): ChargeStatus {
  const payment = pix.find((one) => one.txid === undefined || one.txid === txid)
  const paid = fromDecimal(payment?.valor ?? valor?.original ?? '') ?? -1
  const given = Array.isArray(payment?.devolucoes) ? payment.devolucoes : []
  const back = given.filter(({ status }) => status !== 'NAO_REALIZADO').map(({ valor = '' }) => fromDecimal(valor) ?? 0)
  const amount = back.reduce((left, cents) => left - cents, paid)
  return { status: statusOf(status), amount, pixKey: chave, e2eId: payment?.endToEndId ?? null }
}

const statusOf = (status = ''): ChargeStatus['status'] => {
  if (status === 'CONCLUIDA') return 'paid'
  return status === 'ATIVA' ? 'open' : 'over'
}

const skipsMtls = { 'x-skip-mtls-checking': 'true' }

/** Registers the webhook URL at Efí. The secret in the URL replaces mutual TLS. */
const register = (config: StoredConfig, publicUrl: string) =>
  EfiClient.for(config).ask(
    'PUT',
    `/v2/webhook/${encodeURIComponent(config.pixKey)}`,
    { webhookUrl: webhookUrl(config, publicUrl) },
    skipsMtls,
  )

/** Efí: dev.efipay.com.br. Its two addresses are routes of their own, because it adds `/pix`, and sends cards as a form. */
export const efi: Adapter = { provider, test: (config) => EfiClient.for(config).signIn(), register, notices: null }
