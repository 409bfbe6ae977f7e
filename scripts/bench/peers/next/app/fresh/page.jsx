import { Items } from '../../items.jsx';

/** Made for each request: what Next does where prices and stock have to be those of now. */
export const dynamic = 'force-dynamic';

export default Items;
