console.log('generate: nothing yet');
