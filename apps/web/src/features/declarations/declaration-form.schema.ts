import { chosenFormSchema, referenceFormSchema } from '@agres/domain/declarations.schema';
import { zodResolver } from '@hookform/resolvers/zod';

/** Validates the form for a contract chosen from a list. */
export const resolveChosen = zodResolver(chosenFormSchema);

/** Validates the form that asks for a reference to the contract. */
export const resolveReference = zodResolver(referenceFormSchema);
