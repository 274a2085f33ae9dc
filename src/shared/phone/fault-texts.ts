import type { Language } from '../enums'
import type { NumberFault } from './faults'

/** Why a text is refused as a number, in the words that screens and files of refused rows show. */
export const numberFaultTexts: Record<Language, Record<NumberFault, string>> = {
  pt: {
    noNumber: 'Não há um número de telefone aqui',
    noAreaCode: 'Falta o DDD',
    tooShort: 'Faltam dígitos no número',
    tooLong: 'O número tem dígitos a mais',
    notOfCountry: 'Não existe número assim neste país. Para outro país, comece com + e o código do país',
    unknownCountry: 'Não existe país com este código',
    several: 'Há mais de um número, ou outros dígitos, neste texto',
    extension: 'O número tem ramal, e o WhatsApp não liga para ramais',
    scientific: 'A planilha trocou os últimos dígitos por zeros (E+). Formate a coluna como texto',
    otherCode: 'Isto parece um documento, uma data, um CEP ou um valor, não um telefone',
    ambiguous: 'Pode ser o número de dois países. Comece com + e o código do país',
  },
  en: {
    noNumber: 'There is no phone number here',
    noAreaCode: 'The area code is missing',
    tooShort: 'The number has too few digits',
    tooLong: 'The number has too many digits',
    notOfCountry: 'This country has no such number. For another country, begin with + and its code',
    unknownCountry: 'No country has this code',
    several: 'This text has more than one number, or other digits',
    extension: 'The number has an extension, which WhatsApp cannot reach',
    scientific: 'The spreadsheet replaced the last digits with zeros (E+). Format the column as text',
    otherCode: 'This looks like a document, a date, a postal code or an amount, not a phone number',
    ambiguous: 'This may be a number of two countries. Begin with + and the country code',
  },
  es: {
    noNumber: 'Aquí no hay un número de teléfono',
    noAreaCode: 'Falta el código de área',
    tooShort: 'Faltan dígitos en el número',
    tooLong: 'El número tiene dígitos de más',
    notOfCountry: 'No existe un número así en este país. Para otro país, empiece con + y su código',
    unknownCountry: 'Ningún país tiene este código',
    several: 'Hay más de un número, u otros dígitos, en este texto',
    extension: 'El número tiene una extensión, y WhatsApp no llega a extensiones',
    scientific: 'La planilla cambió los últimos dígitos por ceros (E+). Dé formato de texto a la columna',
    otherCode: 'Esto parece un documento, una fecha, un código postal o un importe, no un teléfono',
    ambiguous: 'Puede ser el número de dos países. Empiece con + y el código del país',
  },
}
