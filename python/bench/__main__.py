"""All comparisons: `python python/bench`.

Needs `./python[gym]`; MOMAland and the program are compared if they are there.
"""

import environments
import solving

environments.main()
solving.main()
