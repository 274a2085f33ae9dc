/** Facts about a way to be paid, for the server and for the form of its settings (docs/adr/0183). */
interface PaymentService {
  /** Settings without which it cannot be used. */
  required: readonly string[]
  /** True when it bills a customer whom it knows by CPF or CNPJ. */
  needsDocument: boolean
  /** True when its test payments have no address of their own, so that the environment `sandbox` is refused. */
  refusesSandbox: boolean
}

export const paymentServices = {
  'pix-manual': { required: ['pixKey', 'pixName', 'pixCity'], needsDocument: false, refusesSandbox: false },
  efi: {
    required: ['pixKey', 'clientId', 'clientSecret', 'certificate'],
    needsDocument: false,
    refusesSandbox: false,
  },
  asaas: { required: ['accessToken'], needsDocument: true, refusesSandbox: false },
  // Its one address takes test payments by keys of test users.
  'mercado-pago': { required: ['accessToken', 'signingSecret'], needsDocument: false, refusesSandbox: true },
} satisfies Record<string, PaymentService>

export type PaymentServiceName = keyof typeof paymentServices

/** True when the service cannot be used without the setting. */
export const requiresSetting = (service: PaymentServiceName, setting: string) =>
  (paymentServices[service].required as readonly string[]).includes(setting)
