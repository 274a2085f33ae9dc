/** Words in front of digits that are no telephone number. */
const otherNames =
  /(?:^|[^\p{L}])(?:cpf|cnpj|rg|cnh|pis|nis|cns|matr[ií]cula|passaporte|passport|pasaporte|imei|ean|sku|iban|contrato|contract|c[oó]d(?:igo)?|code|id|os|ra|nsu|chamado|ticket|processo|ap[oó]lice|recibo|or[cç]amento|cart[aã]o|rastreio|serial|cep|nasc|nascimento|birthday|pedido|protocolo|fatura|boleto|ag[eê]ncia|conta|nf|invoice|order|dni|cuit|nit|ruc|rut|nif|ssn|rfc|curp|zip)(?=[^\p{L}]|$)/iu

/** True when the words in front of digits say that they are a document, a postal code, a date or the like. */
export const namesOtherCode = (before: string): boolean => otherNames.test(before)

const forms = [
  // the number of an order
  /^#\d{8,15}$/,
  // CPF, CNPJ and postal codes of Brazil as they are written
  /^\d{3}\.\d{3}\.\d{3}-\d{2}$/,
  /^\d{2}\.\d{3}\.\d{3}\/\d{4}-\d{2}$/,
  /^\d{2}\.?\d{3}-\d{3}$/,
  // dates, with or without a time
  /^(?:18|19|20)\d{2}[-./](?:0?[1-9]|1[0-2])[-./](?:0?[1-9]|[12]\d|3[01])(?:[T ,].{0,30})?$/,
  /^(?:0?[1-9]|[12]\d|3[01])[-./](?:0?[1-9]|1[0-2])[-./](?:\d{4}|\d{2})(?:[T ,].{0,30})?$/,
  /^(?:0?[1-9]|1[0-2])\/(?:0?[1-9]|[12]\d|3[01])\/(?:\d{4}|\d{2})(?:[T ,].{0,30})?$/,
  // amounts
  /^[-+]?\d{1,3}(?:\.\d{3}){0,5},\d{2}$/,
  /^[-+]?\d{1,3}(?:,\d{3}){0,5}\.\d{2}$/,
]

/** True for texts that have the form of a document, a postal code, a date or an amount. */
export const isOtherCode = (text: string): boolean =>
  /[%€£$]/.test(text) || (forms.some((form) => form.test(text)) && !/[.,]00$/.test(text))
