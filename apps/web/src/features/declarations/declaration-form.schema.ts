import { zodResolver } from '@hookform/resolvers/zod';
import { chosenFormSchema, referenceFormSchema } from '@shop/domain/declarations.schema';

/** Checks the form about a contract that was chosen from a list. */
export const resolveChosen = zodResolver(chosenFormSchema);

/** Checks the form in which a contract is named by its writer. */
export const resolveReference = zodResolver(referenceFormSchema);
