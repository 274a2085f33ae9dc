import type { ColumnMeaning } from '../../../../shared/enums'
import { foldText } from '../../../../shared/text'

/** A heading as words without accents, signs and capitals: `TelefoneCelular` and `telefone_celular` are alike, `Tel2` is `tel 2`. */
const wordsOf = (heading: string) =>
  foldText(
    heading
      .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
      .replace(/(\p{L})(\d)/gu, '$1 $2')
      .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' '),
  )

const words = (list: string) => new Set(list.split(' '))

const numberWords = words(
  'telefone telefones telefono telefonos tel tels fone fones phone phones telephone celular celulares cel cell cellphone ' +
    'mobile mobil movil moviles movel telemovel telemoveis tlm tlf telf tfno tlfno fono fonos whatsapp whatsapps whats whatsap wpp zap zapzap msisdn phonenumber fonenumero',
)
/** Words that name a telephone number only alone or beside another word of it. */
const weakNumberWords = words('numero numeros number numbers num nro no n')
const fillers = words(
  'de do da del the o a com con with e and y ou or os as seu su your ddd ddi ligar 1 2 3 4 5 6 7 8 9',
)
/** Words of a column that is no telephone number of the person, whatever else its heading says. */
const otherWords = words(
  'fax pager telex tty tdd isdn radio callback ramal ext extension tipo type label rotulo etiqueta assistant assistente ' +
    'pedido pedidos order orders orden nota nf nfe cpf cnpj rg dni cuit cuil rut nit curp rfc documento document doc cep zip ' +
    'postal codigo cod code id ids conta cuenta account cartao card tarjeta casa endereco address direccion rua street ' +
    'matricula protocolo protocol ticket serie placa data date fecha nascimento nacimiento birthday birth aniversario ' +
    'cumpleanos valor preco price precio quantidade qtd qty total saldo status situacao estado boleto fatura invoice contrato ' +
    'contract apolice processo lote sku ean imei hora time horario',
)
const whatsappWords = words('whatsapp whatsapps whats whatsap wpp zap zapzap')
const mobileWords = words(
  'celular celulares cel cell cellphone mobile mobil movil moviles movel telemovel telemoveis tlm',
)

/** Headings of area codes beside the kind of number, such as `DDD Cel` and `DDD 2`; `Área` alone is one of a company. */
const areaOfNumber =
  /^(ddd|lada|(cod|codigo)( de)? area|area(?= (?:d[aeo] )?(?:tel|fone|cel|movil|whats|zap)))( d[aeo])?( (tel|telefone|telefono|fone|cel|celular|movil|fixo|fijo|whats|whatsapp|zap|residencial|comercial|casa))?( \d)?$/
/** Names of a person behind a word for the kind of address, as shops write `billing_first_name`. */
const partOfName = /^\w{1,20} (first|middle|last) name$/
const exact: Record<string, ColumnMeaning> = {}
const define = (meaning: ColumnMeaning, list: string) => {
  for (const heading of list.split('|')) exact[heading] = meaning
}
define(
  'firstName',
  'first name|first|firstname|given name|primeiro nome|nome proprio|prenome|primer nombre|nombre de pila|fname|prenom|vorname',
)
define(
  'middleName',
  'middle name|middle|middlename|additional name|nome do meio|segundo nome|segundo nombre|otros nombres',
)
define(
  'lastName',
  'last name|last|lastname|family name|surname|sobrenome|ultimo nome|apellido|apellidos|primer apellido|lname|nachname|cognome',
)
define(
  'name',
  'nome|name|nombre|nombres|nome completo|nome e sobrenome|full name|fullname|nombre completo|nombre y apellido|display name|' +
    'nome do contato|nome contato|contact name|nombre del contacto|nome do cliente|nome cliente|client name|customer name|' +
    'customer|cliente|clientes|client|nombre del cliente|razao social|nome fantasia|nome razao social|razon social|pessoa|' +
    'paciente|aluno|aluna|nome do aluno|responsavel|nome do responsavel|destinatario|titular|nome do paciente|' +
    'saved name|public name|push name|pushname|nome salvo|nome publico|nome no whatsapp|nombre guardado|nombre publico|contact|contato|contacto|participante|membro|member',
)
define(
  'areaCode',
  'ddd|area code|codigo de area|cod area|codigo area|lada|prefixo|prefijo|caracteristica|ddd celular|ddd telefone|cod ddd',
)
define(
  'countryCode',
  'ddi|country code|codigo do pais|codigo pais|codigo de pais|cod pais|pais codigo|dial code|dialing code|calling code|' +
    'country|pais|codigo internacional',
)
define('number', 'fixo|fijo|landline')
define(
  'none',
  'linha|fila|row|motivo|reason|unnamed 0|index|indice|yomi name|given name yomi|family name yomi|phonetic first name|' +
    'phonetic middle name|phonetic last name|is admin|admin|is my contact|my contact|is blocked|is business',
)

const mailWords = words('email emails mail correo correos')
const notMailWords = words(
  'type tipo label display name nome mailing status data date accepts accept aceita acepta subscribed consent',
)
/** Columns of Google's address book in Portuguese and Spanish: `Telefone 1 – Valor`. */
const numberValues = /^(telefone|telefono) \d{1,2} (valor|value)$/
const tagLabels =
  /^(phone|e mail|email|telefone|telefono|address|website|relation|event|im|custom field) \d{1,2} (type|label|rotulo|etiqueta|tipo|nome)$/

/** The meaning that a heading states; undefined for an unknown one, `field` for one that is surely none of the others. */
export function meaningOfHeading(heading: string): ColumnMeaning | undefined {
  const text = wordsOf(heading)
  if (tagLabels.test(text)) return 'none'
  return wholeMeaning(text) ?? meaningOfWords(text)
}

/** Number and country of an address in shops: Shopify's `Default Address Phone`, WooCommerce's `billing_country`. */
const ofAddress = /^(?:default address|billing|shipping) (phone|country)(?: code)?$/

/** The kind of address behind a name, as WooCommerce writes `Sobrenome (faturamento)`. */
const billing = / (?:faturamento|cobranca|facturacion|billing)$/

/** The meaning of headings that are known as a whole. */
function wholeMeaning(text: string): ColumnMeaning | undefined {
  const plain = text.replace(billing, '')
  if (exact[plain]) return exact[plain]
  const addressed = ofAddress.exec(plain)?.[1]
  if (addressed) return addressed === 'phone' ? 'number' : 'countryCode'
  if (areaOfNumber.test(text)) return 'areaCode'
  return numberValues.test(text) ? 'number' : undefined
}

function meaningOfWords(text: string): ColumnMeaning | undefined {
  const all = text.split(' ')
  const has = (of: Set<string>) => all.some((word) => of.has(word))
  if ((has(mailWords) || /\be mail\b|\bcorreo electronico\b/.test(text)) && !has(notMailWords)) return 'email'
  const part = partOfName.exec(text)?.[1]
  if (part && !has(otherWords)) return `${part as 'first' | 'middle' | 'last'}Name`
  if (has(otherWords)) return 'field'
  if (has(numberWords)) return 'number'
  if (has(weakNumberWords) && all.every((word) => weakNumberWords.has(word) || fillers.has(word))) return 'number'
  return undefined
}

/** Rank of a column of numbers: WhatsApp, mobile, other. The first number of a person is taken from the lowest. */
export function numberRank(heading: string): 0 | 1 | 2 {
  const all = wordsOf(heading).split(' ')
  if (all.some((word) => whatsappWords.has(word))) return 0
  return all.some((word) => mobileWords.has(word)) ? 1 : 2
}

/** Headings of numbers that need cells that look like numbers: `Número` may be that of a house. */
export const isWeakNumberHeading = (heading: string) =>
  !wordsOf(heading)
    .split(' ')
    .some((word) => numberWords.has(word))
