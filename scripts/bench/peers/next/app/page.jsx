import { Items } from '../items.jsx';

/** Made once, by the build: what Next does with a page that asks for nothing. */
export default Items;
