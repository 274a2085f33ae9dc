import { AppError } from '../../../shared/errors'
import type { ChargeStatus } from './adapter'
import type { StoredConfig } from './config'
import { EfiClient } from './efi-client'
import { type CardInput, cardName } from './model'
import { serviceError } from './service-request'

/** A card payment with the token that the payer's browser received for the card. */
interface CardPayment {
  txid: string
  amount: number
  text: string
  email: string
  notificationUrl: string
  input: CardInput
}

/** Card charges at Efí. Efí's charge id identifies a charge; the txid is sent along and compared. */
export function efiCards(config: StoredConfig) {
  const client = EfiClient.for(config, 'cards')
  const pixKey = config.cardAccount // identifies the receiving account, as the Pix key does for a Pix
  return {
    name: cardName,
    pixKey,
    /**
     * Returns Efí's charge id. @throws ERR_CARD_REFUSED; ERR_PAYMENT_SERVICE without an answer, when the outcome is
     * unknown
     */
    async pay(payment: CardPayment): Promise<string> {
      const made = await client.ask<Answer>('POST', '/v1/charge/one-step', orderOf(payment)).catch((error) => {
        if (error instanceof Error && isRefusal(error.cause)) throw new AppError('ERR_CARD_REFUSED')
        throw error
      })
      const id = made.data?.charge_id
      if (!id) throw serviceError('no charge_id')
      if (made.data?.status === 'unpaid') throw new AppError('ERR_CARD_REFUSED')
      return String(id)
    },
    async find({ txid, serviceId }: { txid: string; serviceId: string | null }): Promise<ChargeStatus | null> {
      if (!serviceId) return null
      const { data } = await client.ask<Answer>('GET', `/v1/charge/${serviceId}`)
      if (!data || data.custom_id !== txid) return null
      return { status: statusOf(data.status), amount: data.total ?? -1, pixKey, e2eId: `card ${serviceId}` }
    },
    /** Returns the charge id of a notification, or null when it belongs to another charge. */
    async serviceIdOf(notification: string, txid: string): Promise<string | null> {
      const { data } = await client.ask<{ data?: Notice[] }>('GET', `/v1/notification/${notification}`)
      const last = Array.isArray(data) ? data.at(-1) : undefined
      const id = last?.identifiers?.charge_id
      return last?.custom_id === txid && id ? String(id) : null
    },
  }
}

interface Answer {
  data?: { charge_id?: number; custom_id?: string; status?: string; total?: number }
}
interface Notice {
  custom_id?: string
  identifiers?: { charge_id?: number }
}

const isRefusal = (status: unknown) => typeof status === 'number' && status >= 400 && status < 500

/** `approved` means that the bank has confirmed the payment, which counts as paid. */
function statusOf(status = ''): ChargeStatus['status'] {
  if (['approved', 'paid', 'settled'].includes(status)) return 'paid'
  return ['new', 'waiting', 'identified', 'link'].includes(status) ? 'open' : 'over'
}

const orderOf = ({ txid, amount, text, email, notificationUrl, input }: CardPayment) => ({
  items: [{ name: text.slice(0, 255), value: amount, amount: 1 }],
  metadata: { custom_id: txid, notification_url: notificationUrl },
  payment: {
    credit_card: {
      installments: 1,
      payment_token: input.paymentToken,
      billing_address: {
        street: input.address,
        number: input.number,
        neighborhood: input.neighborhood,
        zipcode: input.zipcode.replace(/\D/g, ''),
        city: input.city,
        state: input.state,
      },
      customer: {
        name: input.holder,
        cpf: input.document,
        email,
        birth: input.birth,
        phone_number: input.phone,
      },
    },
  },
})
